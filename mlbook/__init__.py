"""mlbook: the programs of a book of executable derivations of classic machine learning.

One module for one topic, under the same word as its chapter and its tests: `mlbook.pca` is derived
in `chapters/pca.ipynb` and tested in `tests/topics/test_pca.py`. What several topics need is in a
room: `contract`, `data`, `linear`, `losses`, `numerics`, `protocol`, `trees`.
The topics need NumPy only; `texproof` needs SymPy, `mlbook.plot` Matplotlib and `mlbook.data`
scikit-learn, so nothing is imported here.
"""

__version__ = "2.0"
