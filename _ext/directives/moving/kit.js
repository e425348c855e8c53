// What the things to move share: a drawing, handles for mouse, finger and keys, words for who listens.
// A thing is { start, compute, mount }: its first state, the numbers of a state, and what draws them.
globalThis.moving = { things: {} };

(() => {
  const NS = "http://www.w3.org/2000/svg";
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const FAR = 10; // steps: what PageUp, PageDown and an arrow with Shift move

  function put(parent, element, attributes = {}, text) {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  }
  const draw = (parent, tag, attributes, text) => put(parent, document.createElementNS(NS, tag), attributes, text);
  const html = (parent, tag, attributes, text) => put(parent, document.createElement(tag), attributes, text);
  const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
  const said = (value, digits = 2) => {
    const text = value.toFixed(digits);
    return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
  };

  // Axes with numbers; X and Y lead from numbers to the drawing, `at` leads back.
  class Panel {
    constructor(stage, label, { width = 336, height = 260, x, y, names = ["", ""], room = [30, 8, 34, 8] }) {
      const views = stage.querySelector(".views") ?? html(stage, "div", { class: "views" });
      Object.assign(this, { x, y, width, height, names });
      [this.left, this.top, this.bottom, this.right] = [room[0], room[1], height - room[2], width - room[3]];
      this.svg = draw(views, "svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label });
      this.frame = draw(this.svg, "g", { class: "frame", "aria-hidden": true });
      this.inside = draw(this.svg, "g", { "aria-hidden": true });
      this.handles = draw(this.svg, "g");
    }
    X = (v) => this.left + ((v - this.x[0]) / (this.x[1] - this.x[0])) * (this.right - this.left);
    Y = (v) => this.bottom - ((v - this.y[0]) / (this.y[1] - this.y[0])) * (this.bottom - this.top);
    at({ clientX, clientY }) {
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      return [
        this.x[0] + ((x - this.left) / (this.right - this.left)) * (this.x[1] - this.x[0]),
        this.y[0] + ((this.bottom - y) / (this.bottom - this.top)) * (this.y[1] - this.y[0]),
      ];
    }
    ticks(xs, ys) {
      this.frame.replaceChildren();
      const { left, right, top, bottom } = this;
      draw(this.frame, "path", { d: `M${left} ${top}V${bottom}H${right}` });
      for (const v of xs) draw(this.frame, "text", { x: this.X(v), y: bottom + 15, "text-anchor": "middle" }, `${v}`.replace("-", "−"));
      for (const v of ys) draw(this.frame, "text", { x: left - 5, y: this.Y(v) + 4, "text-anchor": "end" }, `${v}`.replace("-", "−"));
      draw(this.frame, "text", { x: (left + right) / 2, y: bottom + 30, "text-anchor": "middle" }, this.names[0]);
      draw(this.frame, "text", { x: left + 6, y: top + 10 }, this.names[1]);
    }
    clear = () => this.inside.replaceChildren();
    line(points, role, more) {
      const d = points.map(([x, y], k) => `${k ? "L" : "M"}${this.X(x).toFixed(2)} ${this.Y(y).toFixed(2)}`).join("");
      return draw(this.inside, "path", { d, class: `line ${role}`, ...more });
    }
    dot = ([x, y], role, shape = "circle", size = 5) => mark(this.inside, this.X(x), this.Y(y), role, shape, size);
    text = ([x, y], words, more) => draw(this.inside, "text", { x: this.X(x), y: this.Y(y), ...more }, words);
    bar(x, wide, from, to, role) {
      const [low, high] = [Math.min(from, to), Math.max(from, to)];
      const box = { x: this.X(x) - wide / 2, y: this.Y(high), width: wide, height: Math.max(0.5, this.Y(low) - this.Y(high)) };
      return draw(this.inside, "rect", { ...box, class: `bar ${role}` });
    }

    // What is dragged or moved by arrows: set(x, y) takes a place, nudge(dx, dy) steps.
    handle({ name, role, shape, low, high, set, nudge }) {
      const group = draw(this.handles, "g", { class: "handle", role: "slider", tabindex: 0, "aria-label": name });
      put(group, document.createElementNS(NS, "circle"), { r: 15, class: "grip" });
      mark(group, 0, 0, role, shape, 6);
      group.setAttribute("aria-valuemin", low);
      group.setAttribute("aria-valuemax", high);
      group.addEventListener("pointerdown", (event) => {
        group.setPointerCapture(event.pointerId);
        group.focus();
        event.preventDefault();
      });
      group.addEventListener("pointermove", (event) => group.hasPointerCapture(event.pointerId) && set(...this.at(event)));
      group.addEventListener("keydown", (event) => {
        const step = event.key === "PageUp" ? [0, FAR] : event.key === "PageDown" ? [0, -FAR] : ARROWS[event.key];
        if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        nudge(...step.map((one) => one * (event.shiftKey ? FAR : 1)));
      });
      const show = ([x, y], now, words) => {
        group.setAttribute("transform", `translate(${this.X(x)} ${this.Y(y)})`);
        group.setAttribute("aria-valuenow", now);
        group.setAttribute("aria-valuetext", words);
      };
      return { group, show };
    }
  }

  function mark(parent, x, y, role, shape, size) {
    const paths = {
      diamond: `M${x} ${y - size - 1}L${x + size + 1} ${y}L${x} ${y + size + 1}L${x - size - 1} ${y}Z`,
      cross: `M${x - size} ${y - size}L${x + size} ${y + size}M${x - size} ${y + size}L${x + size} ${y - size}`,
    };
    return shape === "circle"
      ? draw(parent, "circle", { cx: x, cy: y, r: size, class: `${shape} ${role}` })
      : draw(parent, "path", { d: paths[shape], class: `${shape} ${role}` });
  }

  // What stands below the drawing: a slider, a choice, a button; numbers that change; words for who listens.
  class Controls {
    constructor(stage) {
      this.box = html(stage, "div", { class: "controls" });
      this.numbers = html(stage, "div", { class: "numbers" });
      this.live = html(stage, "p", { class: "visually-hidden", "aria-live": "polite" });
    }
    labelled(name) {
      const label = html(this.box, "label");
      html(label, "span", {}, name);
      return label;
    }
    slider(name, { min, max, step, value, words = (v) => said(v, 1), set }) {
      const label = this.labelled(name);
      const input = html(label, "input", { type: "range", min, max, step, value });
      const shown = html(label, "span", { class: "value" });
      const show = (v) => {
        input.value = v;
        shown.textContent = words(v);
        input.setAttribute("aria-valuetext", words(v));
      };
      input.addEventListener("input", () => {
        show(Number(input.value));
        set(Number(input.value));
      });
      show(value);
      return show;
    }
    choice(name, options, set) {
      const select = html(this.labelled(name), "select");
      for (const [value, words] of Object.entries(options)) html(select, "option", { value }, words);
      select.addEventListener("change", () => set(select.value));
      return (value) => (select.value = value);
    }
    tick(name, set) {
      const label = html(this.box, "label");
      const input = html(label, "input", { type: "checkbox" });
      html(label, "span", {}, name);
      input.addEventListener("change", () => set(input.checked));
      return (on) => (input.checked = on);
    }
    button(name, press) {
      const button = html(this.box, "button", { type: "button" }, name);
      button.addEventListener("click", press);
      return button;
    }
    // A line of words and numbers: a pair [name, text] is a number that has a name.
    line(parts, where = this.numbers) {
      const line = html(where, "p");
      for (const part of parts)
        if (typeof part === "string") line.append(part);
        else html(line, "span", { "data-of": part[0], class: "number" }, part[1]);
      return line;
    }
    say(words) {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => (this.live.textContent = words), 500);
    }
  }

  // The drawing in the place of the figure's image, the words in that of its caption's.
  moving.begin = (box) => {
    const figure = document.getElementById(box.dataset.figure);
    const stage = document.createElement("div");
    stage.className = "stage";
    figure.prepend(stage);
    const caption = figure.querySelector("figcaption");
    const [words, ...tasks] = box.children;
    const text = html(caption.querySelector(".caption-number").parentElement, "span", { class: "moving-text" });
    text.append(...words.childNodes);
    caption.querySelector(".caption-text").after(text);
    words.remove();
    html(caption, "div", { class: "tasks" }).append(...tasks);
    const thing = moving.things[box.dataset.name];
    thing.mount(stage, structuredClone(thing.start));
    figure.classList.add("moved");
    box.remove();
  };
  Object.assign(moving, { Panel, Controls, draw, html, clamp, said });
})();
