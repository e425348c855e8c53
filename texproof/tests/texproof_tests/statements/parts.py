"""Parts of a whole: what is declared to be above 0 and below 1, beside what may be all of it."""

from .entry import false, true
from .symbols import parts

KL = r"\log\kappa_i"
LIKELIHOOD = r"\arg\min_{\kappa} -p\log\kappa - r\log(1 - \kappa)"

ENTRIES = [
    true("part-variance", parts, r"\kappa(1 - \kappa)", ">", "0", "", "| kappa*(1-kappa) | 0"),
    false("part-variance-share", parts, r"\theta(1 - \theta)", ">", "0", "0 at 1"),
    true("part-variance-share-weak", parts, r"\theta(1 - \theta)", ">=", "0", "", "| theta*(1-theta) | 0"),
    false("part-variance-half", parts, r"\kappa(1 - \kappa)", "<", r"\frac14", "equal at a half"),
    true("part-variance-most", parts, r"\kappa(1 - \kappa)", "<=", r"\frac14", "", "| kappa*(1-kappa) | 0.25"),
    false("part-variance-twice", parts, r"\kappa - 2\kappa^2", ">", "0", "0 at a half", "| kappa-2*kappa**2 | 0"),
    true("part-variances", parts, r"\sum_i\kappa_i(1 - \kappa_i)", ">", "0", "", "| (kappas*(1-kappas)).sum() | 0"),
    false("part-variances-weighed", parts, r"\sum_i\kappa_i(1 - \kappa_i)x_i", ">=", "0", "weights have any sign", "| (kappas*(1-kappas)*xs).sum() | 0"),
    true("part-variances-of-squares", parts, r"\sum_i\kappa_i(1 - \kappa_i)x_i^2", ">=", "0", "", "| (kappas*(1-kappas)*xs*xs).sum() | 0"),
    false("part-variances-of-squares-strict", parts, r"\sum_i\kappa_i(1 - \kappa_i)x_i^2", ">", "0", "all x_i may be 0"),
    false("part-other", parts, r"\sum_i\kappa_i(1 - \kappa)", "<", r"\sum_i\kappa_i^2", "of another one", "| (kappas*(1-kappa)).sum() | (kappas**2).sum()"),
    true("part-rest", parts, r"\sum_i(1 - \kappa_i)", ">", "0", "", "| (1-kappas).sum() | 0"),
    false("part-rest-of-sum", parts, r"1 - \sum_i\kappa_i", ">", "0", "a sum of parts may be above 1", "| 1-kappas.sum() | 0"),
    true("part-logarithm", parts, r"\log\kappa", "<", "0", "", "| log(kappa) | 0"),
    false("part-logarithm-share", parts, r"\log\theta", "<", "0", "0 at 1"),
    true("part-logarithms", parts, rf"\sum_i{KL}", "<", "0", "", "| log(kappas).sum() | 0"),
    false("part-logarithms-turned", parts, rf"\sum_i{KL}", ">", "0", "below 0", "| log(kappas).sum() | 0"),
    false("part-logarithms-bound", parts, rf"\sum_i{KL}", "<", "-n", "above it near 1", "| log(kappas).sum() | -n"),
    true("part-odds", parts, r"\frac{\kappa_i}{1 - \kappa_i}", ">", "0", "", "| kappas/(1-kappas) | 0"),
    false("part-odds-one", parts, r"\frac{\kappa_i}{1 - \kappa_i}", ">", "1", "below 1 under a half", "| kappas/(1-kappas) | 1"),
    true("part-inverse", parts, r"\frac{1}{\kappa_i}", ">", "1", "", "| 1/kappas | 1"),
    false("part-inverse-two", parts, r"\frac{1}{\kappa_i}", ">=", "2", "below 2 above a half", "| 1/kappas | 2"),
    true("part-power", parts, r"\kappa_i^3", "<", r"\kappa_i^2", "", "| kappas**3 | kappas**2"),
    false("part-power-turned", parts, r"\kappa_i^3", ">=", r"\kappa_i^2", "below it", "| kappas**3 | kappas**2"),
    true("part-times-positive", parts, r"\sum_k\kappa\pi_k", "<", r"\sum_k\pi_k", "", "| kappa*pik.sum() | pik.sum()"),
    false("part-times-any", parts, r"\kappa a", "<", "a", "not below 0", "| kappa*a | a"),
    false("part-times-nonnegative", parts, r"\sum_i\kappa s_i", "<", r"\sum_i s_i", "all s_i may be 0"),
    true("part-likelihood", parts, LIKELIHOOD, "=", r"\frac{p}{p + r}"),
    false("part-likelihood-other", parts, LIKELIHOOD, "=", r"\frac{r}{p + r}", "the other part"),
    false("part-minimum-outside", parts, r"\arg\min_{\kappa} (\kappa - 2)^2", "=", "2", "2 is no part"),
    false("part-minimum-edge", parts, r"\arg\min_{\kappa} (\kappa - 1)^2", "=", "1", "1 is the whole"),
    false("part-minimum-any", parts, r"\arg\min_{\kappa} (\kappa - a)^2", "=", "a", "a may be no part"),
    true("part-value", parts, r"[\kappa^2]_{\kappa = \frac12}", "=", r"\frac14"),
    false("part-value-edge", parts, r"[\kappa^2]_{\kappa = 1}", "=", "1", "1 is the whole"),
    true("part-value-product", parts, r"[\kappa^2]_{\kappa = \kappa_1\kappa_1}", "=", r"\kappa_1^4"),
    true("part-integral", parts, r"\int_0^1\kappa\,\mathrm{d}\kappa", "=", r"\frac12"),
    false("part-integral-outside", parts, r"\int_0^2\kappa\,\mathrm{d}\kappa", "=", "2", "it ends at 1"),
    true("part-limit", parts, r"\lim_{\kappa\to 1}\sqrt{1 - \kappa}", "=", "0"),
    false("part-limit-outside", parts, r"\lim_{\kappa\to 2}\kappa", "=", "2", "it ends at 1"),
]  # fmt: skip
