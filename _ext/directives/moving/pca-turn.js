// Five points and a line that turns about their centre: what is kept, what is lost, and their sum.
(() => {
  const RADIANS = Math.PI / 180;
  const start = { points: [[1, 3], [7, 1], [8, 4], [11, 3], [13, 9]], angle: Math.atan2(1, 2) / RADIANS };
  const KINDS = ["circle", "circle", "diamond", "diamond", "diamond"];
  const [WIDE, HIGH] = [16, 10]; // where points may go

  function compute({ points, angle }) {
    const n = points.length;
    const mean = [0, 1].map((j) => points.reduce((sum, p) => sum + p[j], 0) / n);
    const centred = points.map((p) => p.map((v, j) => v - mean[j]));
    const entry = (j, k) => centred.reduce((sum, c) => sum + c[j] * c[k], 0) / (n - 1);
    const [a, b, c] = [entry(0, 0), entry(0, 1), entry(1, 1)];
    const kept = (degrees) => {
      const [x, y] = [Math.cos(degrees * RADIANS), Math.sin(degrees * RADIANS)];
      return a * x * x + 2 * b * x * y + c * y * y;
    };
    const spread = Math.hypot((a - c) / 2, b);
    const w = [Math.cos(angle * RADIANS), Math.sin(angle * RADIANS)];
    const scores = centred.map((p) => p[0] * w[0] + p[1] * w[1]);
    return {
      mean, covariance: [[a, b], [b, c]], total: a + c, scores,
      kept: kept(angle), lost: kept(angle + 90),
      eigenvalues: [(a + c) / 2 + spread, (a + c) / 2 - spread],
      first: ((Math.atan2(2 * b, a - c) / 2 / RADIANS) + 180) % 180,
      projected: scores.map((s) => [mean[0] + s * w[0], mean[1] + s * w[1]]),
      curve: Array.from({ length: 91 }, (_, k) => kept(2 * k)),
    };
  }

  function mount(stage, state) {
    const { Panel, Controls, clamp, said } = moving;
    const left = new Panel(stage, "Five points and a line through their centre", { x: [-1, 17], y: [-1.5, 11.46], names: ["x₁", "x₂"] });
    const right = new Panel(stage, "Variance against the angle of the line", { x: [0, 180], y: [0, 34], names: ["angle, degrees", "variance"], room: [30, 8, 34, 76] });
    const controls = new Controls(stage);
    left.ticks([0, 5, 10, 15], [0, 5, 10]);
    const turn = (angle) => { state.angle = ((angle % 180) + 180) % 180; show(); };
    const move = (k, x, y) => { state.points[k] = [clamp(Math.round(x), 0, WIDE), clamp(Math.round(y), 0, HIGH)]; show(); };
    const points = state.points.map((_, k) => left.handle({
      name: `Point ${k + 1}, ${KINDS[k]}`, role: KINDS[k] === "circle" ? "data" : "second", shape: KINDS[k], low: 0, high: WIDE,
      set: (x, y) => move(k, x, y), nudge: (dx, dy) => move(k, state.points[k][0] + dx, state.points[k][1] + dy),
    }));
    const line = left.handle({
      name: "Direction of the line", role: "model", shape: "circle", low: 0, high: 180,
      set: (x, y) => turn(Math.round(Math.atan2(y - found.mean[1], x - found.mean[0]) / RADIANS)),
      nudge: (dx, dy) => turn(Math.round(state.angle) + (dx > 0 || dy > 0 ? 1 : -1) * Math.max(Math.abs(dx), Math.abs(dy))),
    });
    controls.button("Turn to the first axis", () => { turn(found.first); controls.say(spoken()); });
    controls.button("Start again", () => { Object.assign(state, structuredClone(start)); show(); controls.say(spoken()); });
    let found;
    const spoken = () => `${said(state.angle, 0)} degrees, kept ${said(found.kept)}, lost ${said(found.lost)}, sum ${said(found.total)}`;

    function show() {
      found = compute(state);
      const { mean, projected, kept, lost, total, eigenvalues, covariance } = found;
      const w = [Math.cos(state.angle * RADIANS), Math.sin(state.angle * RADIANS)];
      const along = (t) => [mean[0] + t * w[0], mean[1] + t * w[1]];
      const inside = ([x, y]) => x > -0.6 && x < 16.6 && y > -1 && y < 11;
      const reach = (sign) => { let t = 0; while (t < 20 && inside(along(sign * (t + 0.1)))) t += 0.1; return sign * t; };
      left.clear();
      left.line([along(reach(-1)), along(reach(1))], "model");
      state.points.forEach((p, k) => left.line([p, projected[k]], "residual"));
      projected.forEach((p, k) => left.dot(p, KINDS[k] === "circle" ? "data" : "second", KINDS[k], 2.5));
      left.dot(mean, "muted", "cross", 4);
      state.points.forEach((p, k) => points[k].show(p, p[0], `x1 ${p[0]}, x2 ${p[1]}; ${spoken()}`));
      line.show(along(Math.min(8, Math.max(1.5, reach(1)))), Math.round(state.angle), spoken());
      plot(kept, lost, total);
      controls.numbers.replaceChildren();
      controls.line(["at ", ["angle", said(state.angle, 0)], "°: kept ", ["kept", said(kept)], " + lost ", ["lost", said(lost)], " = ", ["total", said(total)]]);
      controls.line(["λ₁ = ", ["first", said(eigenvalues[0])], ", λ₂ = ", ["second", said(eigenvalues[1])]]);
      const [[a, b], [, c]] = covariance;
      controls.line(["Σ: variances ", ["a", said(a)], " and ", ["c", said(c)], ", covariance ", ["b", said(b)]]);
    }

    function plot(kept, lost, total) {
      const step = total > 70 ? 20 : total > 17 ? 10 : total > 7 ? 5 : 1;
      const top = Math.max(1, total) * 1.14;
      right.y = [0, top];
      right.ticks([0, 45, 90, 135, 180], Array.from({ length: 1 + Math.floor(top / step) }, (_, k) => k * step));
      right.clear();
      const curve = (f) => found.curve.map((v, k) => [2 * k, f(v)]);
      right.line(curve((v) => v), "model");
      right.line(curve((v) => total - v), "residual");
      right.line(curve(() => total), "muted");
      right.line([[state.angle, 0], [state.angle, total]], "thin");
      right.dot([state.angle, kept], "model");
      right.dot([state.angle, lost], "residual");
      right.bar(201, 22, 0, kept, "model");
      right.bar(201, 22, kept, kept + lost, "residual");
      right.text([201, kept / 2], "kept", { dx: 15, dy: 4 });
      right.text([201, kept + lost / 2], "lost", { dx: 15, dy: 4 });
      right.text([90, total], "sum", { dy: -5, "text-anchor": "middle" });
    }
    show();
  }
  moving.things["pca-turn"] = { start, compute, mount };
})();
