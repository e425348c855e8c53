"""The data of the book: tables typed in, real data that scikit-learn's wheel carries, generators.

Every function returns new arrays; nothing is downloaded, and a seed gives the same numbers again.

- tables: small ones typed in, real ones, and a table dealt into two parts
- texts: titles, and the documentation of NumPy
- results: what long experiments gave
- generators: clouds, curves, loans and documents drawn at random
"""

from mlbook.data.generators import (
    blob,
    friedman,
    loan_log_odds,
    loans,
    sinusoid,
    spiral,
    swiss_roll,
    topics,
)
from mlbook.data.results import stored
from mlbook.data.tables import (
    Data,
    breast_cancer,
    diabetes,
    digits,
    golf,
    houses,
    iris,
    male_female,
    photo,
    train_test_split,
    wine,
)
from mlbook.data.texts import Corpus, numpy_docs, titles

__all__ = [
    "blob",
    "breast_cancer",
    "Corpus",
    "Data",
    "diabetes",
    "digits",
    "friedman",
    "golf",
    "houses",
    "iris",
    "loan_log_odds",
    "loans",
    "male_female",
    "numpy_docs",
    "photo",
    "sinusoid",
    "spiral",
    "stored",
    "swiss_roll",
    "titles",
    "topics",
    "train_test_split",
    "wine",
]
