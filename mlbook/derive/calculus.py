"""Evaluation of derivatives, integrals and limits."""

import numpy as np
import sympy as sp

from .errors import DerivationError
from .unknowns import Jet


class Calculus:
    """Methods of a world; a derivative puts fresh symbols in the place of its variable,
    differentiates, and puts the variable's value back."""

    def opened(self, about, tag=""):
        """A world in which ``about`` is fresh symbols, with them and their present values."""
        node = about.args[0] if about.op == "entry" else about
        if node.op != "name" or node.value.facts & {"symmetric", "orthonormal"}:
            raise DerivationError(
                f"cannot differentiate by {node.value.latex}: it cannot vary freely"
            )
        name, place = node.value, tuple(self.whole(part) for part in node.args)
        value, title = self.of(node), f"d{tag} {name.latex}@{place}"
        if not isinstance(value, np.ndarray):
            fresh = sp.Symbol(title, real=True)
            return self.made_exact().replacing(name, place, fresh), [fresh], [value]
        chosen = [self.place_of(about)] if about.op == "entry" else list(np.ndindex(value.shape))
        opened = value.astype(object)
        for at in chosen:
            opened[at] = sp.Symbol(f"{title}@{at}", real=True)
        world = self.made_exact().replacing(name, place, opened)
        return world, [opened[at] for at in chosen], [value[at] for at in chosen]

    def made_exact(self):
        """This world, with symbols allowed among its numbers."""
        return type(self)(self.sizes, self.values, self.definitions).at(self.letters)

    def put_back(self, expression, fresh, values):
        value = sp.sympify(expression, strict=True).subs(
            dict(zip(fresh, values, strict=True)), simultaneous=True
        )
        return value if self.exact else float(value)

    def op_grad(self, node, body, about):
        world, fresh, values = self.opened(about)
        expression = sp.sympify(world.of(body), strict=True)
        slopes = [self.put_back(sp.diff(expression, x), fresh, values) for x in fresh]
        shape = np.shape(self.of(about))
        return np.array(slopes, dtype=self.dtype).reshape(shape) if shape else slopes[0]

    def op_hessian(self, node, body, about):
        world, fresh, values = self.opened(about)
        expression = sp.sympify(world.of(body), strict=True)
        rows = [
            [self.put_back(sp.diff(expression, x, y), fresh, values) for y in fresh] for x in fresh
        ]
        return np.array(rows, dtype=self.dtype)

    def op_partial(self, node, body, *about):
        world, values, by = self, {}, []  # two letters may name one member of a family
        for part in about:
            if world.of(part) not in values:
                world, (symbol,), (value,) = world.opened(part, len(values))
                values[symbol] = value
            by.append(world.of(part))
        slope = sp.diff(sp.sympify(world.of(body), strict=True), *by)
        return self.put_back(slope, list(values), list(values.values()))

    def op_integral(self, node, body, low, high, about):
        world, (x,), _ = self.opened(about)
        limits = (x, self.of(low), self.of(high))
        inside = sp.sympify(world.of(body), strict=True)
        if inside.has(Jet, sp.Integral):
            return by_terms(inside, limits)
        found = sp.integrate(inside, limits)
        return sp.simplify(found) if self.exact else float(found)

    def op_limit(self, node, body, about, point):
        """The limit from both sides; from below at infinity."""
        world, (x,), _ = self.opened(about)
        inside, at = (
            sp.sympify(world.of(body), strict=True),
            sp.sympify(self.of(point), strict=True),
        )
        try:
            found = sp.limit(inside, x, at, "-" if at.is_infinite else "+-")
        except (ValueError, NotImplementedError) as reason:
            raise DerivationError(f"no limit was found: {reason}") from reason
        return found if self.exact else float(found)

    def op_infinity(self, node):
        return sp.oo

    def op_optimum(self, node, *parts):
        raise DerivationError(
            "an optimisation problem is stated, not evaluated; derive its solution"
        )


def by_terms(inside, limits):
    """The integral of an unknown function, term by term and without its constant factors."""
    total = 0
    for term in sp.Add.make_args(sp.expand(inside)):
        outside, inner = term.as_independent(limits[0], as_Add=False)
        total += outside * sp.Integral(inner, limits)
    return total
