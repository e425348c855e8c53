"""Sizes and shapes: how they are written, added and compared."""

SCALAR = ()
SET = ("set",)


def spelled(shape):
    """A shape as the messages name it."""
    if shape == SET:
        return "a set"
    sizes = [f"({size})" if "+" in str(size) else str(size) for size in shape]
    return "a number" if shape == SCALAR else " × ".join(sizes)


def total(sizes):
    """The sum of some sizes: a whole number, a size, or one written like "1 + d"."""
    named = [size for size in sizes if not isinstance(size, int)]
    count = sum(size for size in sizes if isinstance(size, int))
    parts = [str(count)] * (count > 0) + named
    return " + ".join(parts) if named else count


def length(size, lengths):
    """The length of a size, such as d, 3 or "1 + d", when those of names are given."""
    if isinstance(size, int):
        return size
    return sum(int(part) if part.isdigit() else lengths[part] for part in size.split(" + "))


class Comparison:
    """Compares shapes whose sizes may be sums, such as 1 + d."""

    lengths: dict

    def same(self, left, right):
        """Whether two shapes agree."""
        return len(left) == len(right) and all(map(self.equal, left, right))

    def all_same(self, left, right):
        return len(left) == len(right) and all(map(self.same, left, right))

    def equal(self, left, right):
        """Whether two sizes are one; sums are compared by their lengths in both worlds."""
        if left == right or not ("+" in f"{left}{right}" and self.lengths):
            return left == right
        worlds = [{size: pair[k] for size, pair in self.lengths.items()} for k in (0, 1)]
        return all(length(left, world) == length(right, world) for world in worlds)
