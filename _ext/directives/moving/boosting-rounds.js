// Sixty points of a noisy sine, and trees that are added one by one: the sum, what it leaves over, two errors.
(() => {
  // mlbook.data.sinusoid(60, seed=1), sorted, in thousandths
  const X = [28, 40, 62, 82, 116, 134, 144, 148, 161, 191, 192, 203, 260, 262, 277, 280, 303, 312, 330, 403, 409, 423, 453, 459, 472, 485, 509, 511, 512, 516, 529, 538, 541, 550, 593, 613, 623, 641, 683, 725, 750, 753, 754, 777, 787, 788, 802, 820, 828, 840, 853, 855, 861, 877, 917, 949, 950, 962, 970, 981].map((v) => v / 1000);
  const Y = [-322, -429, -46, 500, 928, 1015, 869, 347, 846, 1188, 977, 513, 960, 964, 794, 1214, 1170, 593, 788, 468, 611, 523, 364, 263, -135, 151, 306, 47, -168, 40, -220, 130, -52, -79, -293, -730, -623, -676, -947, -722, -1134, -1263, -923, -1014, -1180, -1214, -1004, -380, -1023, -644, -995, -785, -980, -559, -180, -612, -290, -597, -54, -610].map((v) => v / 1000);
  const FREE = 40; // the point that can be moved
  const MOST = 60; // rounds
  const ALPHA = 0.9; // of Huber's loss: the fraction of the residuals that count squared
  const GRID = Array.from({ length: 100 }, (_, k) => 0.005 + k / 100);
  const truth = (x) => Math.sin(2 * Math.PI * x);
  const start = { value: Y[FREE], rounds: 1, eta: 0.3, leaves: 4, loss: "squared" };

  const mean = (values) => values.reduce((sum, v) => sum + v, 0) / values.length;
  const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.ceil(share * values.length - 1e-9) - 1];
  const clip = (e, delta) => Math.max(-delta, Math.min(delta, e));

  // The best cut of the samples from..to: that which drives the two sums farthest apart; of equal ones the first.
  function cut(r, from, to, depth) {
    const whole = r.slice(from, to).reduce((sum, v) => sum + v, 0);
    const best = { from, to, depth, gain: 0, apart: 0 };
    let left = 0;
    for (let k = from + 1; k < to; k++) {
      left += r[k - 1];
      const [p, q] = [k - from, to - k];
      const apart = (left * q - (whole - left) * p) ** 2 / (p * q * (p + q));
      if (apart <= best.apart * (1 + 1e-12)) continue;
      const scores = left ** 2 / p + (whole - left) ** 2 / q;
      const gain = (scores - whole ** 2 / (p + q)) / 2;
      Object.assign(best, { apart, at: k, gain: gain > 2 ** -48 * scores ? gain : 0 }); // or it is rounding
    }
    return best;
  }
  // A tree with so many leaves, that of the largest gain cut next: [[from, to], ...] by x.
  function tree(r, leaves) {
    let parts = [cut(r, 0, r.length, 0)];
    const before = (a, b) => b.gain - a.gain || a.depth - b.depth || a.from - b.from;
    while (parts.length < leaves) {
      const next = parts.filter((part) => part.gain > 0).sort(before)[0];
      if (!next) break;
      const halves = [cut(r, next.from, next.at, next.depth + 1), cut(r, next.at, next.to, next.depth + 1)];
      parts = parts.flatMap((part) => (part === next ? halves : [part]));
    }
    return parts.map(({ from, to }) => [from, to]);
  }
  const pseudo = (loss, e, delta) => (loss === "absolute" ? Math.sign(e) : loss === "huber" ? clip(e, delta) : e);
  function leaf(loss, e, delta) {
    if (loss === "squared") return mean(e);
    const middle = quantile(e, 0.5);
    return loss === "absolute" ? middle : middle + mean(e.map((v) => clip(v - middle, delta)));
  }

  function compute({ value, rounds, eta, leaves, loss }) {
    const y = Y.map((v, k) => (k === FREE ? value : v));
    const first = loss === "squared" ? mean(y) : quantile(y, 0.5);
    let [F, curve] = [X.map(() => first), GRID.map(() => first)];
    const found = { y, train: [], hidden: [] };
    const note = () => {
      found.train.push(mean(y.map((v, k) => Math.abs(v - F[k]))));
      found.hidden.push(mean(GRID.map((x, k) => Math.abs(truth(x) - curve[k]))));
    };
    note();
    for (let m = 0; m < rounds; m++) {
      const e = y.map((v, k) => v - F[k]);
      const delta = loss === "huber" ? quantile(e.map(Math.abs), ALPHA) : 0;
      const r = e.map((v) => pseudo(loss, v, delta));
      const parts = tree(r, leaves).map(([from, to]) => ({ from, to, value: leaf(loss, e.slice(from, to), delta) }));
      const says = (x) => parts.find(({ to }) => to === X.length || x <= (X[to - 1] + X[to]) / 2).value;
      Object.assign(found, { r, tree: X.map(says), says, before: F, drawnBefore: curve });
      [F, curve] = [F.map((v, k) => v + eta * found.tree[k]), curve.map((v, k) => v + eta * says(GRID[k]))];
      note();
    }
    return { ...found, F, curve };
  }

  function mount(stage, state) {
    const { Panel, Controls, clamp, said } = moving;
    const above = new Panel(stage, "The points and the sum of the trees", { x: [-0.02, 1.02], y: [-2.2, 2.2], names: ["x", "y"] });
    const below = new Panel(stage, "What the last tree was fitted to, and what it says", { x: [-0.02, 1.02], y: [-2.2, 2.2], names: ["x", "pseudo-residual"] });
    const errors = new Panel(stage, "Two errors by round", { height: 200, x: [0, MOST], y: [0, 1], names: ["round", "mean |error|"] });
    const controls = new Controls(stage);
    for (const panel of [above, below]) panel.ticks([0, 0.5, 1], [-2, -1, 0, 1, 2]);
    const set = (change, aloud = true) => { Object.assign(state, change); show(aloud); };
    const free = (v) => set({ value: clamp(Math.round(10 * v) / 10, -2, 2) }, false);
    const point = above.handle({ name: "The free point", role: "data", shape: "circle", low: -2, high: 2, set: (_x, y) => free(y), nudge: (dx, dy) => free(state.value + 0.1 * (dx + dy)) });
    controls.button("Next tree", () => { set({ rounds: Math.min(MOST, state.rounds + 1) }); rounds(state.rounds); });
    const rounds = controls.slider("rounds", { min: 0, max: MOST, step: 1, value: state.rounds, words: String, set: (v) => set({ rounds: v }) });
    const eta = controls.slider("η", { min: 0.1, max: 1, step: 0.1, value: state.eta, set: (v) => set({ eta: v }) });
    const leaves = controls.slider("leaves", { min: 2, max: 8, step: 1, value: state.leaves, words: String, set: (v) => set({ leaves: v }) });
    const loss = controls.choice("loss", { squared: "squared", absolute: "absolute", huber: "Huber" }, (v) => set({ loss: v }));
    controls.button("Start again", () => {
      set(structuredClone(start));
      for (const [control, name] of [[rounds, "rounds"], [eta, "eta"], [leaves, "leaves"], [loss, "loss"]]) control(state[name]);
    });
    let found;
    const spoken = () => `round ${state.rounds}, error in training ${said(found.train.at(-1), 3)}, hidden ${said(found.hidden.at(-1), 3)}, model at the free point ${said(found.F[FREE])}`;

    function show(aloud) {
      found = compute(state);
      point.show([X[FREE], state.value], state.value, `y ${said(state.value, 1)}; ${spoken()}`);
      if (aloud) controls.say(spoken());
      above.clear();
      found.y.forEach((y, k) => k !== FREE && above.dot([X[k], y], "data", "circle", 2.5));
      if (found.drawnBefore) above.line(stairs(found.drawnBefore), "muted");
      above.line(stairs(found.curve), "model");
      below.clear();
      below.line([[0, 0], [1, 0]], "thin");
      if (found.r) {
        found.r.forEach((r, k) => below.dot([X[k], clamp(r, -2.2, 2.2)], "residual", "cross", 2.5));
        below.line(stairs(GRID.map(found.says)), "second");
      }
      plotErrors();
      controls.numbers.replaceChildren();
      controls.line(["round ", ["round", `${state.rounds}`], ": mean |error| on the sixty points ", ["train", said(found.train.at(-1), 3)], ", against the hidden sine ", ["hidden", said(found.hidden.at(-1), 3)]]);
      controls.line(["at the free point the model says ", ["free", said(found.F[FREE])]]);
    }
    const stairs = (values) => values.flatMap((v, k) => [[GRID[k] - 0.005, v], [GRID[k] + 0.005, v]]);
    function plotErrors() {
      errors.y = [0, 1.25 * Math.max(found.train[0], found.hidden[0])];
      errors.ticks([0, 20, 40, 60], [0, 0.2, 0.4, 0.6, 0.8].filter((v) => v < errors.y[1]));
      errors.clear();
      for (const [name, role] of [["train", "data"], ["hidden", "truth"]]) {
        errors.line(found[name].map((v, k) => [k, v]), role);
        errors.dot([state.rounds, found[name].at(-1)], role, "circle", 4);
        const [mine, other] = name === "train" ? [found.train, found.hidden] : [found.hidden, found.train];
        const beside = state.rounds > 45 ? { dx: -8, "text-anchor": "end" } : { dx: 8 };
        errors.text([state.rounds, mine.at(-1)], name === "train" ? "training" : "hidden", { ...beside, dy: mine.at(-1) > other.at(-1) ? -4 : 14 });
      }
    }
    show();
  }
  moving.things["boosting-rounds"] = { start, compute, mount };
})();
