"""Formulas give the same numbers, whatever type of numbers a reader passes to them."""

import copy
import doctest
import importlib
import inspect
import itertools
import pkgutil
import warnings
from fractions import Fraction
from functools import wraps

import numpy as np
import pytest
import sympy as sp

import mlbook
from mlbook import adaboost, information, lda, least_squares, linear_regression, loans, losses, lsi
from mlbook.contract import widen_integers
from mlbook.linear.kernels import linear_kernel
from tests.contract.test_estimators import same

SMALL = [np.uint8, np.int8, np.uint16, np.int32, np.float16, bool]
WRITE = {"golub_kahan_step"}  # into their arguments, which must be floats
NAMES = [module.name for module in pkgutil.walk_packages(mlbook.__path__, "mlbook.")]
FORMULAS = [
    pytest.param(importlib.import_module(name), function, id=f"{name[7:]}.{function}")
    for name in NAMES
    if "widen_integers(globals())" in inspect.getsource(importlib.import_module(name))
    for function, thing in vars(importlib.import_module(name)).items()
    if hasattr(thing, "__wrapped__") and thing.__module__ == name and function not in WRITE
]


def calls(module, name):
    """The arguments with which the examples of a function's docstring call it."""
    function, seen = vars(module)[name], []

    @wraps(function)
    def recording(*args):
        seen.append(copy.deepcopy(args))
        return function(*args)

    space = {**vars(module), "np": np, name: recording}
    text = inspect.getdoc(function)
    found = doctest.DocTestParser().get_doctest(text, space, name, module.__name__, 0)
    doctest.DocTestRunner(verbose=False).run(found, out=[].append, clear_globs=False)
    return seen


def outcome(function, arguments):
    """What a call returns, or the type of its error."""
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return function(*copy.deepcopy(arguments))
    except (ValueError, ArithmeticError, np.linalg.LinAlgError) as error:
        return type(error).__name__


def whole(a, more, dtype):
    """Numbers that the type can hold, and whose products it often cannot."""
    most = 1 if dtype is bool else 120
    return np.minimum(np.abs(np.round(a)) + more, most).astype(float)


def alike(a, b):
    """Equal but for rounding: products of integers and of floats are added in other orders."""
    if isinstance(b, tuple | list):
        return len(a) == len(b) and all(map(alike, a, b))
    if isinstance(b, np.ndarray | float):
        return np.allclose(a, b, rtol=1e-9, atol=1e-12, equal_nan=True)
    return same(a, b)


@pytest.mark.parametrize("module, name", FORMULAS)
def test_a_formula_gives_for_a_small_type_what_it_gives_for_float64(module, name):
    function = vars(module)[name]
    for arguments in calls(module, name):
        floats = [i for i, a in enumerate(arguments) if getattr(a, "dtype", None) == np.float64]
        for i, more, dtype in itertools.product(floats, (0, 20), SMALL):
            given, small = list(arguments), list(arguments)
            given[i] = whole(arguments[i], more, dtype)
            small[i] = given[i].astype(dtype)
            assert alike(outcome(function, small), outcome(function, given)), small


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float16])
@pytest.mark.parametrize("loss", [losses.SquaredLoss, losses.AbsoluteLoss, losses.HuberLoss])
def test_a_loss_gives_for_a_small_type_what_it_gives_for_float64(loss, dtype):
    y, F = np.array([1.0, 0.0, 200.0, 3.0]), np.array([2.0, 1.0, 100.0, 250.0])
    for name in ("value", "gradient", "residual"):
        method = getattr(loss(), name)
        assert alike(method(y.astype(dtype), F.astype(dtype)), method(y, F))
    assert alike(loss().start(y.astype(dtype)), loss().start(y))


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.uint64])
def test_codes_and_indices_stay_integers(dtype):
    codes = np.array([0, 1, 1], dtype=dtype)
    X = np.array([[1.0], [3.0], [5.0]])
    assert np.array_equal(lda.class_moments(X, codes, 2)[0], [[1.0], [4.0]])
    assert lsi.within_groups(X, codes, np.array([[1.0], [4.0]])) == 2.0


def test_a_scalar_of_a_small_type_and_an_argument_by_name_count_too():
    assert losses.clipped(np.int8(-128), 200.0) == -128.0
    assert losses.clipped(np.uint8(0) - np.int64(1), 0.5) == -0.5
    assert losses.mean_leaf(e=np.array([200, 100], dtype=np.uint8)) == 150.0


def test_shares_and_designs_take_small_counts_and_lists():
    counts = [[200, 100], [3, 200]]
    small = np.array(counts, dtype=np.uint8)
    assert information.gain(small) == information.gain(counts)
    small = np.array([0, 9], dtype=np.uint8)
    assert same(least_squares.polynomial(small, 3), least_squares.polynomial([0.0, 9.0], 3))


def test_large_integers_count_in_float64_or_are_refused_by_name():
    far = np.array([4 * 10**9, -(4 * 10**9)])
    assert same(linear_kernel(far[:, None], far[:1, None]), np.array([[1.6e19], [-1.6e19]]))
    with pytest.raises(ValueError, match=r"^y must hold integers .*; received 9007199254740993"):
        linear_regression.loss(np.ones(1), np.ones((1, 1)), np.array([2**53 + 1]))


def test_symbols_and_numbers_of_python_pass_unchanged():
    e = np.array(sp.symbols("e1:4"), dtype=object)
    assert losses.mean_leaf(e) == sum(e) / 3
    assert losses.sign(sp.Integer(-3)) == -1 and losses.sign(-3) == -1


def test_fractions_stay_exact_beside_integers():
    w, wrong = np.array([Fraction(1, 5)] * 5), np.array([0, 0, 0, 0, 1], dtype=np.uint8)
    assert adaboost.weighted_error(w, wrong) == Fraction(1, 5)
    assert loans.expected_gain(np.array([1]), Fraction(1, 3), 1) == [-1]


def test_a_call_with_too_many_arguments_is_an_error_of_the_function_itself():
    with pytest.raises(TypeError, match=r"hessian\(\) takes 1 positional argument but 2"):
        linear_regression.hessian(np.ones((1, 1)), np.ones(1))


def test_a_module_keeps_what_counts_with_nothing():
    module = {"__name__": __name__, "whole": whole, "alike": alike}
    widen_integers(module)
    assert module["whole"] is whole and module["alike"] is alike
