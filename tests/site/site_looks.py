"""What the tests of the site look for on a page: scripts that any browser runs, and what they may not find."""

PHONE = {"width": 360, "height": 740}
SAMPLE = [  # a page of each kind
    *("index.html", "search.html", "pages/ledger.html", "chapters/how_it_checks.html"),
    *("chapters/pca.html", "chapters/newton_boosting.html", "chapters/regularization.html"),
]

UNSET = """() => [...document.querySelectorAll('.math, .katex')]
    .filter(e => !e.querySelector('.katex-html') || e.querySelector('.katex-error'))
    .map(e => e.textContent)"""
CUT = """() => [...document.querySelectorAll('.katex-display')]
    .filter(e => e.querySelector('.katex-html').getBoundingClientRect().left < e.getBoundingClientRect().left - 1)
    .map(e => e.textContent)"""
NUMBERS = """() => [...document.querySelectorAll('.eqno:not(:empty)')]
    .filter(e => { const r = e.getBoundingClientRect(); return r.left < 0 || r.right > innerWidth || !r.width; })
    .map(e => e.textContent)"""
# The letters of all formulas, by the font that should hold them.
LETTERS = """() => { const found = {};
    for (const box of document.querySelectorAll('.katex-html')) {
        const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
            const style = getComputedStyle(walk.currentNode.parentElement);
            const face = [style.fontFamily.split(',')[0], style.fontStyle, style.fontWeight].join();
            found[face] = (found[face] ?? '') + walk.currentNode.data; } }
    return found; }"""
# Formulas of which a bracket or a stop stands on another line.
LOOSE = """() => [...document.querySelectorAll('.katex')].filter(e => {
    const parts = e.querySelectorAll('.base');
    const apart = (text, part, place) => {
        if (text?.nodeType !== 3 || !/[-(),.;:!?]/.test(text.data.at(place))) return false;
        const range = document.createRange(), at = place < 0 ? text.length - 1 : 0;
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const [one, other] = [range, part].map(box => box.getBoundingClientRect());
        return one.top > other.bottom || one.bottom < other.top; };
    return apart(e.previousSibling, parts[0], -1) || apart(e.nextSibling, parts[parts.length - 1], 0); })
    .map(e => e.textContent)"""
# What overflows sideways and scrolls, and has neither a tab stop of its own nor one inside.
UNREACHABLE = """() => [...document.querySelectorAll('main *')]
    .filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth && /auto|scroll/.test(getComputedStyle(e).overflowX))
    .filter(e => e.tabIndex < 0 && !e.querySelector('a[href], button, [tabindex="0"]'))
    .map(e => e.tagName + '.' + e.className)"""
# Icons before and after elements, by the font that should hold them.
ICONS = r"""() => { const found = {};
    for (const box of document.querySelectorAll('body :not(.katex *)'))
        for (const place of ['::before', '::after']) {
            const style = getComputedStyle(box, place);
            const letters = style.content.match(/[\ue000-\uf8ff]/g) ?? [];
            const face = style.fontFamily.split(',')[0].replaceAll('"', '');
            for (const letter of letters) found[face] = (found[face] ?? '') + letter; }
    return found; }"""

# Elements of MathML whose children are not as many as they must be.
MISSHAPEN = """() => Object.entries(
    {mfrac: 2, mroot: 2, msub: 2, msup: 2, munder: 2, mover: 2, msubsup: 3, munderover: 3}
).flatMap(([tag, count]) => [...document.querySelectorAll(tag)]
    .filter(element => element.childElementCount !== count)
    .map(element => 'misshapen: ' + element.outerHTML.slice(0, 200)))"""

# What no page may show on a phone, from what a browser saw there.
FAULTS = {
    "a request fails": lambda seen: seen.failures,
    "the console complains": lambda seen: seen.errors,
    "a formula is not typeset": lambda seen: seen.unset,
    "a line ends between a formula and its brackets or stops": lambda seen: seen.loose,
    "the page scrolls sideways": lambda seen: seen.width if seen.width > PHONE["width"] else 0,
    "a wide equation is cut": lambda seen: seen.cut,
    "the number of an equation is not seen": lambda seen: seen.numbers,
}


def bad(visits, look):
    """The pages on which something was seen, with what it was."""
    return {name: seen for name, one in visits.items() if (seen := look(one))}


def lacking(faces, fonts):
    """(font, letters that it does not have) of fonts with the letters that they should hold."""
    missing = [(face, {*letters} - fonts.get(face, set())) for face, letters in faces]
    return [(face, letters) for face, letters in missing if letters]
