// Six machines, one cut: the parabola of each leaf, the gain of each cut in fractions, and the two penalties.
(() => {
  const start = { days: [1, 2, 1, 5, 6, 5], lambda: 1, gamma: 2, xgboost: false };
  const MOST = 8; // days

  // Exact fractions: λ is a multiple of 1/2, γ of 1/4, and all else is whole.
  function fraction(above, below) {
    const divisor = (a, b) => (b ? divisor(b, a % b) : Math.abs(a) || 1);
    const by = divisor(above, below) * Math.sign(below);
    return { above: above / by, below: below / by, value: above / below };
  }
  const plus = (a, b, sign = 1) => fraction(a.above * b.below + sign * b.above * a.below, a.below * b.below);
  const written = ({ above, below }) => `${above < 0 ? "−" : ""}${Math.abs(above)}${below === 1 ? "" : `/${below}`}`;

  function compute({ days, lambda, gamma, xgboost }) {
    const n = days.length;
    const G = (from, to) => -days.slice(from, to).reduce((sum, y) => sum + y, 0); // g = 0 - y, h = 1
    const half = 2 * lambda;
    const score = (from, to) => fraction(2 * G(from, to) ** 2, 2 * (to - from) + half); // G² / (H + λ)
    const whole = score(0, n);
    const gains = days.slice(1).map((_, k) => {
      const twice = plus(plus(score(0, k + 1), score(k + 1, n)), whole, -1);
      return fraction(twice.above, 2 * twice.below);
    });
    const best = gains.reduce((top, gain, k) => (gain.value > gains[top].value ? k : top), 0);
    const less = plus(gains[best], fraction(4 * gamma, 4), -1);
    const made = xgboost ? less.above >= 0 && 2 * gains[best].value >= 1e-6 : less.above > 0;
    const parts = made ? [[0, best + 1], [best + 1, n]] : [[0, n]];
    const leaves = parts.map(([from, to]) => ({ G: G(from, to), H: to - from, value: fraction(-2 * G(from, to), 2 * (to - from) + half) }));
    return {
      gains: gains.map(({ value }) => value), fractions: gains.map(written),
      doubled: gains.map((gain) => written(plus(gain, gain))),
      best, less: less.value, left: written(less), made, sums: leaves.map((leaf) => leaf.G), sizes: leaves.map((leaf) => leaf.H),
      values: leaves.map((leaf) => leaf.value.value), weights: leaves.map((leaf) => written(leaf.value)),
      bottoms: leaves.map((leaf) => (leaf.G * leaf.value.value) / 2),
    };
  }

  function mount(stage, state) {
    const { Panel, Controls, clamp, said } = moving;
    const size = { height: 230 };
    const left = new Panel(stage, "Six machines and the tree with at most one cut", { ...size, x: [0.3, 6.7], y: [0, 8.8], names: ["age x", "days y"] });
    const middle = new Panel(stage, "The parabola of each leaf", { ...size, x: [0, MOST], y: [-45, 10], names: ["leaf value w", "objective of a leaf"], room: [36, 8, 34, 8] });
    const right = new Panel(stage, "The gain of each cut", { ...size, x: [1, 6], y: [-5, 10], names: ["cut between ages", ""], room: [36, 12, 34, 8] });
    const controls = new Controls(stage);
    left.ticks([1, 2, 3, 4, 5, 6], [0, 2, 4, 6, 8]);
    const day = (k, y) => { state.days[k] = clamp(Math.round(y), 0, MOST); show(); };
    const handles = state.days.map((_, k) => left.handle({
      name: `Days of the machine of age ${k + 1}`, role: "data", shape: "circle", low: 0, high: MOST,
      set: (_x, y) => day(k, y), nudge: (dx, dy) => day(k, state.days[k] + dx + dy),
    }));
    const lambda = controls.slider("λ", { min: 0, max: 8, step: 0.5, value: state.lambda, words: String, set: (v) => { state.lambda = v; show(true); } });
    const gamma = controls.slider("γ", { min: 0, max: 13, step: 0.25, value: state.gamma, words: (v) => said(v, 2), set: (v) => { state.gamma = v; show(true); } });
    const doubled = controls.tick("as xgboost prints it", (on) => { state.xgboost = on; show(true); });
    controls.button("Start again", () => {
      Object.assign(state, structuredClone(start));
      lambda(state.lambda);
      gamma(state.gamma);
      doubled(false);
      show(true);
    });
    let found;
    const verdict = () => `best cut at ${found.best + 1.5}, gain ${(state.xgboost ? found.doubled : found.fractions)[found.best]}, ${found.made ? "made" : "not made"}`;

    function show(aloud) {
      found = compute(state);
      state.days.forEach((y, k) => handles[k].show([k + 1, y], y, `${y} days; ${verdict()}`));
      if (aloud) controls.say(verdict());
      tree();
      parabolas();
      bars();
      numbers();
    }

    function tree() {
      const cut = found.best + 1.5;
      left.clear();
      if (!found.made) left.line([[0.5, found.values[0]], [6.5, found.values[0]]], "model");
      else {
        left.line([[0.5, found.values[0]], [cut, found.values[0]]], "second");
        left.line([[cut, found.values[1]], [6.5, found.values[1]]], "model");
        left.line([[cut, 0], [cut, 8.4]], "thin muted");
      }
    }

    function parabolas() {
      const least = Math.min(-1, ...found.bottoms);
      middle.y = [1.15 * least, -0.35 * least];
      middle.ticks([0, 2, 4, 6, 8], [0, Math.round(least)]);
      middle.clear();
      middle.line([[0, 0], [MOST, 0]], "thin");
      found.sums.forEach((G, k) => {
        const role = found.made && k === 0 ? "second" : "model";
        const shape = Array.from({ length: 81 }, (_, j) => [j / 10, G * (j / 10) + ((found.sizes[k] + state.lambda) * (j / 10) ** 2) / 2]);
        middle.line(shape.filter(([, v]) => v <= middle.y[1]), role);
        middle.dot([found.values[k], found.bottoms[k]], role, role === "second" ? "diamond" : "circle");
        middle.line([[found.values[k], 0], [found.values[k], found.bottoms[k]]], `thin ${role}`);
      });
    }

    function bars() {
      const times = state.xgboost ? 2 : 1;
      const gains = found.gains.map((gain) => times * gain);
      const level = times * state.gamma;
      const [low, high] = [Math.min(0, ...gains), Math.max(1, level, ...gains)];
      const room = 0.16 * (high - low);
      right.y = [low - room, high + room];
      right.names[1] = state.xgboost ? "gain as xgboost prints it" : "gain for γ = 0";
      right.ticks([1, 2, 3, 4, 5, 6], [0]);
      right.clear();
      gains.forEach((gain, k) => {
        right.bar(k + 1.5, 26, 0, gain, found.made && k === found.best ? "model" : "muted");
        right.text([k + 1.5, gain], said(gain), { "text-anchor": "middle", dy: gain < 0 ? 13 : -4 });
      });
      right.line([[1, 0], [6, 0]], "thin");
      right.line([[1, level], [6, level]], "residual");
      right.text([6, level], `${state.xgboost ? "gamma" : "γ"} = ${said(level)}`, { "text-anchor": "end", dy: -4 });
    }

    function numbers() {
      const shown = state.xgboost ? found.doubled : found.fractions;
      controls.numbers.replaceChildren();
      controls.line(["gains ", ...shown.flatMap((text, k) => [[`gain${k + 1}`, text], k < 4 ? ", " : ""])]);
      const times = state.xgboost ? 2 : 1;
      const level = said(times * state.gamma);
      controls.line([
        "the best cut, at ", ["cut", said(found.best + 1.5, 1)], ", is ", ["made", found.made ? "made" : "not made"], ": its gain ", ["best", shown[found.best]],
        " ≈ ", ["about", said(times * found.gains[found.best])], found.made ? (state.xgboost ? " is not below " : " is above ") : (state.xgboost ? " is below " : " is not above "), state.xgboost ? "gamma = " : "γ = ", ["level", level],
      ]);
      const leaf = (k) => `−G/(H + λ) = ${-found.sums[k]}/(${found.sizes[k]} + ${state.lambda}) = `;
      found.weights.forEach((weight, k) => controls.line([found.made ? ["left leaf: ", "right leaf: "][k] : "one leaf: ", leaf(k), [`weight${k + 1}`, weight]]));
    }
    show();
  }
  moving.things["newton-machines"] = { start, compute, mount };
})();
