"""Code in colours with fewer elements: nothing around what has no colour, one around a string."""

from pygments.formatters import HtmlFormatter
from pygments.token import Token

PLAIN = {Token.Name, Token.Punctuation, Token.Text.Whitespace, Token.Operator}
STRINGS = {Token.Literal.String.Single, Token.Literal.String.Double}
INSIDE = {*STRINGS, Token.Literal.String.Interpol, Token.Literal.String.Escape}


class QuietFormatter(HtmlFormatter):
    """The formatter of Pygments for the few colours that this book's code has."""

    def format_unencoded(self, tokensource, outfile):
        """Write the code with tokens joined."""
        super().format_unencoded(join_tokens(tokensource), outfile)

    def wrap(self, source):
        """The lines in their element, without an empty one before them."""
        yield 0, "<pre>"
        yield from source
        yield 0, "</pre>"


def join_tokens(tokens):
    """The tokens, those without a colour as text and those of a string, with its prefix, as one."""
    string: list[tuple[object, str]] = []
    for kind, text in tokens:
        raw = kind is Token.Literal.String.Affix and text in "rR"
        if kind in INSIDE if string else raw or kind in STRINGS:
            string.append((kind, text))
            continue
        yield from one_string(string)
        string = [(kind, text)] if raw or kind in STRINGS else []
        if not string:
            yield (Token.Text if kind in PLAIN else kind), text
    yield from one_string(string)


def one_string(parts):
    """The parts of a string in one colour; what has one colour keeps it."""
    if len({kind for kind, _ in parts}) < 2:
        return parts
    return [(Token.Literal.String.Double, "".join(text for _, text in parts))]
