"""Indicators of members of subsets that are any, alone, beside each other and in families."""

from texproof import index, scalar, subset

from .entry import false, true, unread


def sets():
    """Subsets of one range, a family of them, what is summed over them."""
    return [
        subset("M", "n"), subset("L", "n"), subset("C_k", "n", over={"k": "K"}), scalar("t"),
        scalar("x_i", over={"i": "n"}), scalar("x_j", over={"j": "n"}), index("q_i", "n", over={"i": "n"}),
    ]  # fmt: skip


IN = r"\mathbb{1}[i \in M]"
ENTRIES = [
    true("in-sum", sets, rf"\sum_{{i=1}}^n {IN} x_i", "=", r"\sum_{i \in M} x_i"),
    true("in-sum-round", sets, r"\sum_{i=1}^n \mathbb{I}(i \in M) x_i", "=", r"\sum_{i \in M} x_i"),
    false("in-sum-all", sets, rf"\sum_{{i=1}}^n {IN} x_i", "=", r"\sum_{i=1}^n x_i", "those of M alone"),
    true("in-size", sets, rf"\sum_{{i=1}}^n {IN}", "=", r"\lvert M\rvert"),
    true("in-square", sets, IN + "^2", "=", IN),
    true("in-most", sets, IN, "<=", "1"),
    false("in-always", sets, IN, "=", "1", "M is any subset"),
    false("in-never", sets, IN, "=", "0", "M is any subset"),
    false("in-strict", sets, IN, "<", "1", "who is in it"),
    false("in-other-set", sets, IN, "=", r"\mathbb{1}[i \in L]", "another subset"),
    false("in-other-member", sets, IN, "=", r"\mathbb{1}[1 \in M]", "another member"),
    false("in-both", sets, IN + r"\mathbb{1}[i \in L]", "=", IN, "in both"),
    true("in-family", sets, r"\sum_{i=1}^n \mathbb{1}[i \in C_k] x_i", "=", r"\sum_{i \in C_k} x_i"),
    false("in-family-cover", sets, r"\sum_{k=1}^K \mathbb{1}[i \in C_k]", "=", "1", "they may overlap"),
    false("in-label", sets, r"\mathbb{1}[q_i \in M]", "=", IN, "who is named by i"),
    false("in-beyond", sets, r"\mathbb{1}[n + 1 \in M]", "=", "1", "not in the range"),
    false("in-half", sets, r"\mathbb{1}[\frac{i}{2} \in M]", "=", "0", "2 is half of 4"),
    unread("in-number", sets, r"\mathbb{1}[i \in t]", "=", "1", "no set"),
    unread("in-set", sets, r"\mathbb{1}[M \in M]", "=", "0", "a set is no index"),
]  # fmt: skip
