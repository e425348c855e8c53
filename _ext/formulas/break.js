// Break a formula: over each token that can be changed lies a button. Pressed, the formula changes, and below it
// stands what the checker answered when that was computed; pressed again, the formula is as it was.
const FORMULAS = {};

window.bringBreaks = (data) => Object.assign(FORMULAS, data);

window.toggleBreaks = (button) => (button.ariaPressed === "true" ? mend(button) : open(button));

function open(button) {
  const math = button.closest("div.math"), display = math.querySelector(".katex-display");
  const { html, taps } = FORMULAS[button.dataset.label];
  const group = Object.assign(document.createElement("span"), { className: "taps", role: "group" });
  const answer = Object.assign(document.createElement("div"), { className: "broken", role: "status" });
  group.ariaLabel = "What can be changed";
  button.whole = display.firstElementChild;
  button.taps = taps.map(({ name }, number) => {
    const tap = Object.assign(document.createElement("button"), { type: "button", ariaLabel: name, ariaPressed: "false" });
    tap.onclick = () => change(tap.ariaPressed === "true" ? -1 : number);
    return tap;
  });

  function change(number) {
    display.firstElementChild.outerHTML = number < 0 ? html : spliced(html, taps[number].cuts);
    button.taps.forEach((tap, one) => (tap.ariaPressed = one === number));
    answer.textContent = number < 0 ? "Press a sign, a number or a letter to change it." : taps[number].message;
    answer.classList.toggle("refused", number >= 0);
    place(display, button.taps);
  }

  group.append(...button.taps);
  math.classList.add("breaking");
  math.append(answer);
  display.firstElementChild.replaceWith(document.createElement("span"));
  display.append(group);
  change(-1);
  button.ariaPressed = true;
  button.firstChild.data = "mend it";
  button.watch = new ResizeObserver(() => place(display, button.taps));
  button.watch.observe(display);
  math.onkeydown = ({ key }) => void (key === "Escape" && mend(button)); // false would keep keys from their work
}

function mend(button) {
  const math = button.closest("div.math");
  button.watch.disconnect();
  math.querySelector(".katex-display").replaceChildren(button.whole);
  math.querySelector(".broken").remove();
  math.classList.remove("breaking");
  math.onkeydown = null;
  button.ariaPressed = false;
  button.firstChild.data = "break it";
  button.focus();
}

// A text with other parts in the places of some, each of which is told by its first and last letter.
function spliced(text, cuts) {
  for (const [start, end, part] of [...cuts].reverse()) text = text.slice(0, start) + part + text.slice(end);
  return text;
}

function place(display, taps) {
  const { left, top } = display.getBoundingClientRect();
  taps.forEach((tap, number) => {
    const box = display.querySelector(`.tap-${number}`).getBoundingClientRect();
    tap.style.left = `${box.left - left + display.scrollLeft - 2}px`;
    tap.style.top = `${box.top - top + display.scrollTop - 2}px`;
    tap.style.width = `${box.width + 4}px`;
    tap.style.height = `${box.height + 4}px`;
  });
}
