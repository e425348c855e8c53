"""Why a row is not proved: never a verdict that it is false."""


class NotProved(Exception):
    """The prover gives up on a row, for the reason that is told."""


class Unsupported(NotProved):
    """Something that the language of diagrams does not have."""


class TooMuch(NotProved):
    """A bound, always a count, was reached."""


class NotThere(NotProved):
    """A member of a family that may not exist at sizes that the conditions allow."""


class Unproved(NotProved):
    """A polynomial for which no way was found to see that it is 0."""
