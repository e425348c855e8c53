// The search: sections, equations, terms and functions of the book, the best first.
// The index has, for each page, its parts: title, anchor, weight, names, and prose in sentences.
const GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon phi chi psi omega".split(" ");
const ON_A_PAGE = 3; // hits that a page may have
const NAMED = 3, HEAD = 1.2; // what a name is worth beside the prose, and that of a page beside others

// The British and the American spelling of a word become the same: normalise and normalize, modelling and modeling, centred and centered; accents go.
const SPELLINGS = [
  [/(\p{L}{2})([iy])s(e[drs]?|ers?|ing|ations?)\b/gu, "$1$2z$3"],
  [/\b(cance|labe|leve|mode|signa|trave)ll(ed|er|ers|ing)\b/g, "$1l$2"],
  [/\b(cent|fib|met)r(es?|ed|ing)\b/g, (word, stem, end) => `${stem}er${end.replace(/^e(?=s?$)/, "")}`],
  [/\b(behavi|col|fav|lab|neighb)our/g, "$1or"],
];

const Search = {
  setIndex(pages) {
    const stems = new Map(), stemmer = new Stemmer(), ignored = new Set(stopwords);
    const stem = (word) => stems.get(word) ?? stems.set(word, stemmer.stemWord(word)).get(word);
    const spelled = (text) => SPELLINGS.reduce((one, [from, to]) => one.replace(from, to), text.normalize("NFD").replace(/\p{M}/gu, ""));
    const plain = (text) => spelled(text.toLowerCase()).replace(/['’]s\b/g, "").replace(/[α-ω]/g, (letter) => ` ${GREEK[letter.charCodeAt(0) - 945]} `);
    // a name of a program is one word; it is found by its parts, too
    const split = (text) => [...plain(text).matchAll(/[\p{L}\p{N}_]+/gu)].map((found) => found[0]);
    this.words = (text) => split(text).filter((word) => !ignored.has(word)).map(stem);
    const spread = (text) => this.words(text).flatMap((word) => (word.includes("_") ? [word, ...this.words(word.replaceAll("_", " "))] : word));
    this.parts = pages.flatMap(([page, parts]) => parts.map(([title, anchor, weight, names, prose]) => {
      const counts = new Map();
      for (const word of spread(`${title}\n${prose}`)) counts.set(word, (counts.get(word) ?? 0) + 1);
      const named = names.map((name) => new Set(spread(name)));
      for (const word of named.flatMap((name) => [...name])) if (!counts.has(word)) counts.set(word, 1);
      return { page, title, anchor, weight, names: named, labels: names, prose, counts, of: parts[0][0] };
    }));
    this.number = new Map();
    for (const { counts } of this.parts) for (const word of counts.keys()) this.number.set(word, (this.number.get(word) ?? 0) + 1);
    show();
  },

  // How much a word tells: little where many parts have it.
  tells(word) {
    return Math.log(1 + this.parts.length / (1 + (this.number.get(word) ?? 0)));
  },

  // The parts that answer a question, the best first.
  find(query) {
    const asked = [...new Set(this.words(query))].map((word) => this.number.has(word) ? [word] : this.like(word));
    if (!asked.length) return [];
    const hits = this.parts.map((part) => ({ ...part, score: this.score(part, asked, query.trim().toLowerCase().replace(/[()]/g, "")) }));
    const seen = {};
    return hits.filter((hit) => hit.score > 0).sort((one, other) => other.score - one.score)
      .filter(({ page }) => (seen[page] = (seen[page] ?? 0) + 1) <= ON_A_PAGE);
  },

  // The words that begin as one that no part has.
  like(word) {
    return word.length < 3 ? [] : [...this.number.keys()].filter((other) => other.startsWith(word));
  },

  // How well a part answers: the words that it has, and how much of one of its names they are.
  score(part, asked, query) {
    const told = new Set();
    let found = 0, has = 0, all = 0;
    for (const words of asked) {
      const worth = this.tells(words[0] ?? ""), best = words.find((word) => part.counts.has(word));
      all += worth;
      if (!best) continue;
      const often = part.counts.get(best);
      told.add(best);
      has += worth;
      found += worth * (0.5 + 0.5 * often / (often + 3));
    }
    if (2 * has <= all) return 0;
    const sum = (words) => words.reduce((total, word) => total + this.tells(word), 0);
    const missed = all - has;
    const shares = part.names.map((name) =>
      sum([...name].filter((word) => told.has(word))) / (sum([...new Set([...name, ...told])]) + missed));
    const named = Math.max(0, ...shares);
    const exact = part.labels.some((label) => label.toLowerCase() === query);
    const weight = exact && part.anchor.startsWith("equation-") ? 1 : part.weight;
    const head = !part.anchor && named === 1 ? HEAD : 1; // a page comes first if its name is asked
    return weight * (has / all) ** 4 * (found / all + head * NAMED * named ** 2);
  },
};

// The sentence that has most of the words, with those marked.
function excerpt(prose, words) {
  const has = (sentence) => new Set(Search.words(sentence).filter((word) => words.has(word))).size;
  const sentences = prose.split("\n").filter(Boolean);
  const best = sentences.reduce((one, other) => (has(other) > has(one) ? other : one), sentences[0] ?? "");
  const shown = document.createElement("p");
  shown.className = "context";
  for (const piece of best.split(/([\p{L}\p{N}_]+)/u)) {
    const known = Search.words(piece).some((word) => words.has(word));
    shown.append(known ? Object.assign(document.createElement("mark"), { textContent: piece }) : piece);
  }
  return shown;
}

function show() {
  const query = new URLSearchParams(location.search).get("q")?.trim();
  if (!query) return;
  document.querySelectorAll("input[name=q]").forEach((input) => { input.value = query; });
  const hits = Search.find(query), words = new Set(Search.words(query));
  document.querySelector(".search-summary").textContent = hits.length
    ? `${hits.length} places found, the best first.` : "Nothing was found.";
  document.querySelector("#search-results ul").append(...hits.map((hit) => {
    const item = document.createElement("li"), link = item.appendChild(document.createElement("a"));
    link.href = `${hit.page}.html${hit.anchor && "#"}${hit.anchor}`;
    link.textContent = hit.anchor ? `${hit.of} › ${hit.title}` : hit.title;
    item.append(excerpt(hit.prose, words));
    return item;
  }));
}
