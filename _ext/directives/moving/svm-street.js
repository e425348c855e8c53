// Eight points of two classes: the street between them, the multipliers, and primal and dual step by step.
(() => {
  const LABELS = [1, 1, 1, 1, -1, -1, -1, -1];
  const END = 5000; // steps: more than any eight points on this grid need
  const start = { points: [[2, 4], [5, 1], [4, 4], [3, 5], [1, 1], [0, 0], [2, -1], [-1, 2]], power: 0, steps: END };
  const CLOSE = 1e-9; // a violation that counts as none
  const [LOW, HIGH] = [-2, 6];

  const dot = (a, b) => a[0] * b[0] + a[1] * b[1];
  const sum = (values) => values.reduce((total, v) => total + v, 0);

  // The pair of the next step, or null: the largest F that may grow, and of those below it the largest gain.
  function pair(F, alpha, K, C) {
    const up = (k) => (LABELS[k] > 0 ? alpha[k] < C : alpha[k] > 0);
    const down = (k) => (LABELS[k] > 0 ? alpha[k] > 0 : alpha[k] < C);
    const all = LABELS.map((_, k) => k);
    const i = all.filter(up).reduce((best, k) => (best === null || F[k] > F[best] ? k : best), null);
    const gain = (j) => {
      const kappa = K[i][i] + K[j][j] - 2 * K[i][j];
      return kappa > 0 ? (F[i] - F[j]) ** 2 / (2 * kappa) : Infinity;
    };
    const below = all.filter((j) => down(j) && F[j] < F[i]);
    const violation = below.length ? F[i] - Math.min(...below.map((j) => F[j])) : 0;
    return { up, down, next: violation > CLOSE ? [i, below.reduce((best, j) => (gain(j) > gain(best) ? j : best))] : null };
  }

  function compute({ points, power, steps }) {
    const C = 2 ** power;
    const K = points.map((a) => points.map((b) => dot(a, b)));
    const alpha = points.map(() => 0);
    const found = { primals: [], duals: [] };
    for (let step = 0; ; step++) {
      const beta = alpha.map((a, k) => a * LABELS[k]);
      const F = K.map((row, k) => LABELS[k] - sum(row.map((v, j) => v * beta[j])));
      const { up, down, next } = pair(F, alpha, K, C);
      const free = F.filter((_, k) => alpha[k] > 0 && alpha[k] < C);
      const ends = [Math.max(...F.filter((_, k) => up(k))), Math.min(...F.filter((_, k) => down(k)))];
      const b = free.length ? sum(free) / free.length : (ends[0] + ends[1]) / 2;
      const w = [0, 1].map((j) => sum(points.map((p, k) => beta[k] * p[j])));
      const u = points.map((p) => dot(w, p) + b);
      found.primals.push(dot(w, w) / 2 + C * sum(u.map((v, k) => Math.max(0, 1 - LABELS[k] * v))));
      found.duals.push(sum(alpha) - dot(w, w) / 2);
      Object.assign(found, { alpha: [...alpha], w, b, u, done: next === null, steps: step });
      if (!next || step === steps) return { ...found, primal: found.primals.at(-1), dual: found.duals.at(-1) };
      const [i, j] = next;
      const kappa = K[i][i] + K[j][j] - 2 * K[i][j];
      const room = Math.min(LABELS[i] > 0 ? C - alpha[i] : alpha[i], LABELS[j] > 0 ? alpha[j] : C - alpha[j]);
      const t = kappa > 0 ? Math.min(room, (F[i] - F[j]) / kappa) : room;
      alpha[i] += LABELS[i] * t;
      alpha[j] -= LABELS[j] * t;
    }
  }

  function mount(stage, state) {
    const { Panel, Controls, clamp, said } = moving;
    const plane = new Panel(stage, "Eight points and the street between the classes", { height: 340, x: [-2.5, 6.5], y: [-2.5, 6.5], names: ["x₁", "x₂"] });
    const bars = new Panel(stage, "The multiplier of each point", { height: 240, x: [0.4, 8.6], y: [0, 1], names: ["point", "multiplier α"], room: [36, 8, 34, 8] });
    const values = new Panel(stage, "Primal and dual objective by step", { height: 240, x: [0, 10], y: [0, 1], names: ["step", ""], room: [36, 8, 34, 60] });
    const controls = new Controls(stage);
    plane.ticks([-2, 0, 2, 4, 6], [-2, 0, 2, 4, 6]);
    const whole = (v) => clamp(Math.round(v), LOW, HIGH);
    const move = (k, x, y) => { state.points[k] = [whole(x), whole(y)]; show(); };
    const points = LABELS.map((label, k) => plane.handle({
      name: `Point ${k + 1}, class ${label > 0 ? "1" : "−1"}`, role: label > 0 ? "model" : "data", shape: label > 0 ? "diamond" : "circle", low: LOW, high: HIGH,
      set: (x, y) => move(k, x, y), nudge: (dx, dy) => move(k, state.points[k][0] + dx, state.points[k][1] + dy),
    }));
    const words = (power) => (power < 0 ? `1/${2 ** -power}` : `${2 ** power}`);
    const power = controls.slider("C", { min: -6, max: 4, step: 1, value: state.power, words, set: (v) => { state.power = v; show(true); } });
    controls.button("From step 0", () => { state.steps = 0; show(true); });
    controls.button("Next step", () => { state.steps = found.steps + 1; show(true); });
    controls.button("To the end", () => { state.steps = END; show(true); });
    controls.button("Start again", () => { Object.assign(state, structuredClone(start)); power(state.power); show(true); });
    let found;
    const width = () => (found.w.some(Boolean) ? said(2 / Math.hypot(...found.w), 3) : "∞");
    const spoken = () => `step ${found.steps}, width of the street ${width()}, ${found.alpha.filter((a) => a > 0).length} support vectors, primal ${said(found.primal, 3)}, dual ${said(found.dual, 3)}`;

    function show(aloud) {
      found = compute(state);
      state.points.forEach((p, k) => points[k].show(p, p[0], `x1 ${p[0]}, x2 ${p[1]}, multiplier ${said(found.alpha[k], 3)}; ${spoken()}`));
      if (aloud) controls.say(spoken());
      drawPlane();
      drawBars();
      drawValues();
      controls.numbers.replaceChildren();
      const { w, b, primal, dual } = found;
      controls.line(["w = (", ["w1", said(w[0], 3)], ", ", ["w2", said(w[1], 3)], "), b = ", ["b", said(b, 3)], "; width of the street 2/‖w‖ = ", width()]);
      controls.line(["step ", ["steps", `${found.steps}`], found.done ? ", the last" : "", ": primal ", ["primal", said(primal, 4)], ", dual ", ["dual", said(dual, 4)], ", gap ", ["gap", said(primal - dual, 4)]]);
    }

    function drawPlane() {
      const { w, b, alpha } = found;
      plane.clear();
      const along = (level) => {
        const base = w.map((v) => (v * (level - b)) / dot(w, w));
        const unit = [-w[1], w[0]].map((v) => v / Math.hypot(...w));
        const at = Array.from({ length: 401 }, (_, k) => base.map((v, j) => v + (k / 20 - 10) * unit[j]));
        return at.filter(([x, y]) => x > -2.5 && x < 6.5 && y > -2.5 && y < 6.5);
      };
      if (w.some(Boolean)) for (const level of [-1, 0, 1]) {
        const line = along(level);
        if (line.length > 1) plane.line([line[0], line.at(-1)], level ? "muted" : "second");
      }
      const middle = (sign) => {
        const all = sum(alpha.filter((_, k) => LABELS[k] === sign));
        return [0, 1].map((j) => sum(state.points.map((p, k) => (LABELS[k] === sign ? alpha[k] * p[j] : 0))) / all);
      };
      state.points.forEach((p, k) => alpha[k] > 0 && plane.dot(p, "truth ring", "circle", 11));
      if (w.some(Boolean)) {
        const ends = [middle(1), middle(-1)];
        plane.line(ends, "residual");
        for (const end of ends) plane.dot(end, "residual", "cross", 5);
      }
      state.points.forEach((p, k) => plane.text(p, `${k + 1}`, { dx: 11, dy: -8 }));
    }

    function drawBars() {
      const C = 2 ** state.power;
      const most = Math.max(...found.alpha);
      bars.y = [0, 1.25 * (most || C)];
      bars.ticks([1, 2, 3, 4, 5, 6, 7, 8], [0]);
      bars.clear();
      found.alpha.forEach((a, k) => {
        if (a > 0) bars.bar(k + 1, 22, 0, a, LABELS[k] > 0 ? "model" : "data");
        if (a > 0) bars.text([k + 1, a], said(a, 3), { dy: -4, "text-anchor": "middle" });
      });
      if (C <= bars.y[1]) {
        bars.line([[0.4, C], [8.6, C]], "second");
        bars.text([8.5, C], `C = ${words(state.power)}`, { dy: -16, "text-anchor": "end" });
      }
    }

    function drawValues() {
      const { primals, duals, steps } = found;
      values.x = [0, Math.max(4, steps)];
      const top = Math.min(Math.max(...primals), 5 * primals.at(-1)); // what is above at first is cut off
      values.y = [0, 1.15 * Math.max(0.01, top)];
      values.ticks([0, Math.max(4, steps)], [0]);
      values.clear();
      for (const [name, list, role] of [["primal", primals, "model"], ["dual", duals, "data"]]) {
        values.line(list.map((v, k) => [k, Math.min(v, values.y[1])]), role);
        values.dot([steps, list.at(-1)], role, "circle", 4);
        values.text([steps, list.at(-1)], name, { dx: 7, dy: name === "primal" ? -3 : 11 });
      }
    }
    show();
  }
  moving.things["svm-street"] = { start, compute, mount };
})();
