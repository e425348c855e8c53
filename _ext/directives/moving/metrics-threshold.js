// Two histograms of predicted probabilities and a threshold: both errors, their ratios, and the point on the ROC curve.
(() => {
  const BINS = 20;
  const start = { threshold: 10, miss: 1 }; // in twentieths; cost of a false negative, of a false positive 1
  const MALIGNANT = [0, 3, 12, 6, 10, 5, 12, 11, 16, 9, 18, 9, 13, 11, 12, 10, 19, 15, 10, 11];
  const BENIGN = [54, 62, 51, 27, 20, 20, 25, 23, 11, 12, 7, 8, 12, 7, 6, 4, 1, 4, 2, 1];
  const above = (counts, t) => counts.slice(t).reduce((sum, count) => sum + count, 0);

  function compute({ threshold, miss }) {
    const [positives, negatives] = [above(MALIGNANT, 0), above(BENIGN, 0)];
    const [tp, fp] = [above(MALIGNANT, threshold), above(BENIGN, threshold)];
    const [fn, tn, n] = [positives - tp, negatives - fp, positives + negatives];
    const curve = Array.from({ length: BINS + 1 }, (_, k) => BINS - k);
    return {
      tp, fp, fn, tn,
      sensitivity: tp / positives, specificity: tn / negatives, precision: tp / (tp + fp),
      accuracy: (tp + tn) / n, cost: (miss * fn + fp) / n,
      tpr: curve.map((t) => above(MALIGNANT, t) / positives), fpr: curve.map((t) => above(BENIGN, t) / negatives),
    };
  }

  function mount(stage, state) {
    const { Panel, Controls, clamp, said } = moving;
    const left = new Panel(stage, "Histograms of the predicted probabilities, and the threshold", { x: [0, 1], y: [0, 72], names: ["predicted probability", "tumours"] });
    const right = new Panel(stage, "The ROC curve, and the point of the threshold", { x: [0, 1], y: [0, 1.08], names: ["false positive rate", "sensitivity"], room: [34, 8, 34, 12] });
    const controls = new Controls(stage);
    left.ticks([0, 0.2, 0.4, 0.6, 0.8, 1], [0, 20, 40, 60]);
    right.ticks([0, 0.5, 1], [0, 0.5, 1]);
    const move = (t) => { state.threshold = clamp(Math.round(t), 0, BINS - 1); show(); };
    const handle = left.handle({
      name: "Threshold", role: "truth", shape: "diamond", low: 0, high: BINS - 1,
      set: (x) => move(BINS * x), nudge: (dx, dy) => move(state.threshold + dx + dy),
    });
    const miss = controls.slider("a false negative costs", { min: 1, max: 20, step: 1, value: state.miss, words: String, set: (v) => { state.miss = v; show(); controls.say(spoken()); } });
    controls.button("Start again", () => { Object.assign(state, structuredClone(start)); miss(state.miss); show(); controls.say(spoken()); });
    let found;
    const at = () => state.threshold / BINS;
    const spoken = () => `threshold ${said(at())}, sensitivity ${said(found.sensitivity)}, specificity ${said(found.specificity)}, precision ${said(found.precision)}, mean cost ${said(found.cost, 3)}`;

    function show() {
      found = compute(state);
      left.clear();
      MALIGNANT.forEach((count, k) => {
        left.bar((k + 0.29) / BINS, 5.5, 0, BENIGN[k], "data");
        left.bar((k + 0.71) / BINS, 5.5, 0, count, "model");
      });
      left.line([[at(), 0], [at(), 68]], "second");
      left.text([0.2, 52], "benign", { class: "data" });
      left.text([0.74, 24], "malignant", { class: "model" });
      handle.show([at(), 68], state.threshold, spoken());
      right.clear();
      right.line([[0, 0], [1, 1]], "muted");
      right.line(found.fpr.map((x, k) => [x, found.tpr[k]]), "model");
      right.dot([1 - found.specificity, found.sensitivity], "truth", "diamond", 6);
      controls.numbers.replaceChildren();
      controls.line(["threshold ", ["threshold", said(at())], ": sensitivity ", ["sensitivity", said(found.sensitivity)], ", specificity ", ["specificity", said(found.specificity)], ", precision ", ["precision", said(found.precision)], ", accuracy ", ["accuracy", said(found.accuracy, 3)]]);
      controls.line(["TP ", ["tp", `${found.tp}`], ", FN ", ["fn", `${found.fn}`], ", FP ", ["fp", `${found.fp}`], ", TN ", ["tn", `${found.tn}`], "; mean cost of a patient ", ["cost", said(found.cost, 3)]]);
    }
    show();
  }
  moving.things["metrics-threshold"] = { start, compute, mount };
})();
