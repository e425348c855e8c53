// An ellipse of equal error touches a ball: the weights, the penalty that belongs to the budget, the certificate.
(() => {
  const start = { centre: [2, 0.6], budget: 1.18, ball: "diamond", sweeps: 12 };
  const CORRELATION = 0.3; // of the two columns, whose lengths are 1: X'X = [[1, 0.3], [0.3, 1]]
  const RISE = Math.sqrt(1 - CORRELATION ** 2);
  const MOST = 12; // sweeps
  const SMALL = 1e-6; // what counts as nothing in a condition, on weights of about 1
  const [LOW, HIGH] = [[-1.5, -1.5], [3.5, 2.3]];

  const products = ([a, b]) => [a + CORRELATION * b, CORRELATION * a + b];
  const apart = (c, w) => [c[0] - w[0], c[1] - w[1]];
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
  const error = (c, w) => dot(apart(c, w), products(apart(c, w)));
  const soft = (rho, lambda) => Math.sign(rho) * Math.max(Math.abs(rho) - lambda, 0);

  // The best point of each edge of the diamond, and the best of the four.
  function inDiamond(c, t) {
    let best = null;
    for (const [s1, s2] of [[1, 1], [1, -1], [-1, 1], [-1, -1]]) {
      const [from, along] = [[s1 * t, 0], [-s1 * t, s2 * t]];
      const share = Math.min(1, Math.max(0, dot(apart(c, from), products(along)) / dot(along, products(along))));
      const w = [s1 * t * (1 - share), s2 * t * share];
      if (!best || error(c, w) < error(c, best)) best = w;
    }
    return best;
  }
  // In the coordinates (w1 + w2, w1 - w2), which are the eigenvectors, ridge divides by value + λ.
  function inDisc(c, t) {
    const at = (lambda) => {
      const [p, q] = [((1 + CORRELATION) * (c[0] + c[1])) / (1 + CORRELATION + lambda), ((1 - CORRELATION) * (c[0] - c[1])) / (1 - CORRELATION + lambda)];
      return [(p + q) / 2, (p - q) / 2];
    };
    let [low, high] = [0, 1];
    while (Math.hypot(...at(high)) > t) high *= 2;
    for (let k = 0; k < 100; k++) {
      const middle = (low + high) / 2;
      if (Math.hypot(...at(middle)) > t) low = middle;
      else high = middle;
    }
    return { w: at(high), lambda: high };
  }
  function touching({ centre: c, budget: t, ball }) {
    const size = ball === "disc" ? Math.hypot(...c) : Math.abs(c[0]) + Math.abs(c[1]);
    if (size <= t) return { w: c, lambda: 0 };
    if (ball === "disc") return inDisc(c, t);
    const w = inDiamond(c, t);
    return { w, lambda: Math.max(...products(apart(c, w)).map(Math.abs)) };
  }
  // Sweeps of coordinate descent for the lasso, from 0.
  function descent(c, lambda) {
    const rho = products(c);
    const path = [[0, 0]];
    for (let k = 0; k < MOST; k++) {
      const first = soft(rho[0] - CORRELATION * path[k][1], lambda);
      path.push([first, soft(rho[1] - CORRELATION * first, lambda)]);
    }
    return path;
  }
  function gap(c, w, lambda) {
    const g = products(apart(c, w));
    const t = Math.min(1, lambda / Math.max(...g.map(Math.abs)));
    return ((1 - t) ** 2 * error(c, w)) / 2 + lambda * (Math.abs(w[0]) + Math.abs(w[1])) - t * dot(g, w);
  }

  function compute(state) {
    const { centre, ball, sweeps } = state;
    const { w: touch, lambda } = touching(state);
    const lasso = ball === "diamond" && lambda > 0;
    const path = lasso ? descent(centre, lambda) : [touch];
    const w = path[Math.min(sweeps, path.length - 1)];
    const g = products(apart(centre, w));
    const holds = w.map((one, j) => {
      if (ball === "disc" || lambda === 0) return Math.abs(g[j] - lambda * one) <= SMALL;
      return one === 0 ? Math.abs(g[j]) <= lambda + SMALL : Math.abs(g[j] - lambda * Math.sign(one)) <= SMALL;
    });
    return { touch, lambda, w, path, products: g, holds, error: error(centre, w), gaps: lasso ? path.map((one) => gap(centre, one, lambda)) : null };
  }
  const ends = (state) => {
    const { w, lambda } = touching(state);
    return lambda === 0 ? null : w[1] === 0 ? "model" : w[0] === 0 ? "second" : null;
  };

  function mount(stage, state) {
    const { Panel, Controls, clamp, said } = moving;
    const plane = new Panel(stage, "Ellipses of equal error and the ball of weights", { height: 266, x: [-1.6, 3.6], y: [-1.6, 2.4], names: ["w₁", "w₂"] });
    const bars = new Panel(stage, "The two weights, and the certificate", { height: 266, x: [0, 4], y: [-1, 2], names: ["", ""] });
    const controls = new Controls(stage);
    plane.ticks([-1, 0, 1, 2, 3], [-1, 0, 1, 2]);
    let trail = [];
    let found;
    const tenth = (v, j) => clamp(Math.round(10 * v) / 10, LOW[j], HIGH[j]);
    const centreAt = (x, y) => {
      state.centre = [tenth(x, 0), tenth(y, 1)];
      trail.push([state.centre, ends(state)]);
      show();
    };
    const resize = (t) => { state.budget = clamp(Math.round(20 * t) / 20, 0.1, 1.5); trail = []; show(); };
    const budget = plane.handle({ name: "Budget", role: "model", shape: "diamond", low: 0.1, high: 1.5, set: (x) => resize(-x), nudge: (dx, dy) => resize(state.budget + 0.05 * (dx + dy)) });
    const centre = plane.handle({
      name: "Least-squares solution", role: "data", shape: "circle", low: LOW[0], high: HIGH[0], set: centreAt,
      nudge: (dx, dy) => centreAt(state.centre[0] + 0.1 * dx, state.centre[1] + 0.1 * dy),
    });
    const ball = controls.choice("ball", { diamond: "diamond: lasso", disc: "disc: ridge" }, (v) => { state.ball = v; trail = []; show(true); });
    const sweeps = controls.slider("sweeps of coordinate descent", { min: 0, max: MOST, step: 1, value: state.sweeps, words: String, set: (v) => { state.sweeps = v; show(true); } });
    const all = controls.tick("colour all centres", (on) => { state.all = on; show(); });
    controls.button("Start again", () => {
      Object.assign(state, structuredClone(start), { all: false });
      trail = [];
      ball(state.ball);
      sweeps(state.sweeps);
      all(false);
      show(true);
    });
    const spoken = () => `weights ${said(found.w[0])} and ${said(found.w[1])}, λ ${said(found.lambda)}, certificate ${found.holds.every(Boolean) ? "holds" : "fails"}`;

    function show(aloud) {
      found = compute(state);
      const [c, t] = [state.centre, state.budget];
      centre.show(c, c[0], `w1 ${said(c[0], 1)}, w2 ${said(c[1], 1)}; ${spoken()}`);
      budget.show([-t, 0], t, `${said(t)}; ${spoken()}`);
      if (aloud) controls.say(spoken());
      drawPlane(c, t);
      drawBars();
      numbers();
    }

    function drawPlane(c, t) {
      plane.clear();
      if (state.all) for (let x = -1.5; x < 3.55; x += 0.2) for (let y = -1.5; y < 2.35; y += 0.2) paint([x, y], ends({ ...state, centre: [x, y] }), 3);
      for (const [place, end] of trail) paint(place, end, 3);
      plane.line([[-1.6, 0], [3.6, 0]], "thin");
      plane.line([[0, -1.6], [0, 2.4]], "thin");
      const turn = Array.from({ length: 121 }, (_, k) => (k * Math.PI) / 60);
      plane.line(state.ball === "disc" ? turn.map((a) => [t * Math.cos(a), t * Math.sin(a)]) : [[t, 0], [0, t], [-t, 0], [0, -t], [t, 0]], "model");
      const reach = Math.sqrt(error(c, found.touch));
      for (const size of [reach / 2, reach])
        plane.line(turn.map((a) => { const z = (size * Math.sin(a)) / RISE; return [c[0] + size * Math.cos(a) - CORRELATION * z, c[1] + z]; }), "muted");
      if (found.path.length > 1) plane.line(found.path.slice(0, state.sweeps + 1), "second");
      plane.dot(found.w, found.holds.every(Boolean) ? "truth" : "residual", "circle", 6);
    }
    const paint = (place, end, size) => end && plane.dot(place, `${end} faint`, end === "model" ? "circle" : "diamond", size);

    function drawBars() {
      const { w, products: g, lambda, holds } = found;
      const size = g.map(Math.abs);
      const level = state.ball === "disc" ? w.map((one) => lambda * Math.abs(one)) : [lambda, lambda];
      bars.y = [Math.min(-0.4, ...w) * 1.2, Math.max(1, ...w, ...size, ...level) * 1.15];
      bars.ticks([], [0, 1, 2, 3, 4].filter((v) => v < bars.y[1]));
      bars.clear();
      bars.line([[0, 0], [4, 0]], "thin");
      w.forEach((one, j) => bars.bar(0.5 + j, 34, 0, one, "model"));
      size.forEach((one, j) => bars.bar(2.5 + j, 34, 0, one, holds[j] ? "truth" : "residual"));
      level.forEach((one, j) => bars.line([[2.05 + j, one], [2.95 + j, one]], "second"));
      bars.text([3.95, level[1]], state.ball === "disc" ? "λ|w|" : "λ", { dy: -5, "text-anchor": "end" });
      ["w₁", "w₂", "|x₁ᵀr|", "|x₂ᵀr|"].forEach((words, k) => bars.text([0.5 + k, bars.y[0]], words, { dy: 16, "text-anchor": "middle" }));
    }

    function numbers() {
      const { w, products: g, lambda, holds, gaps } = found;
      controls.numbers.replaceChildren();
      controls.line(["budget ", ["budget", said(state.budget)], lambda ? ", which belongs to λ = " : ", which does not bind: λ = ", ["lambda", said(lambda, 3)]]);
      controls.line(["w₁ = ", ["w1", said(w[0], 3)], ", w₂ = ", ["w2", said(w[1], 3)], "; x₁ᵀr = ", ["g1", said(g[0], 3)], ", x₂ᵀr = ", ["g2", said(g[1], 3)]]);
      const words = ["certificate ", ["certificate", holds.every(Boolean) ? "holds ✓" : "fails"]];
      controls.line(gaps ? [...words, "; duality gap ", ["gap", said(gaps[state.sweeps], 6)]] : words);
    }
    show();
  }
  moving.things["regularization-ball"] = { start, compute, mount };
})();
