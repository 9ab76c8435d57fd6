/* Making elements, and showing only those rows of a long list that are in view. */

const $ = (selector, inside = document) => inside.querySelector(selector);

function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
}

/* Text always enters the page as text, never as markup. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/* The name space of SVG is taken from an element that the page has. */
function makeSvg(tag, attributes = {}, ...children) {
  const element = document.createElementNS($("#marks").namespaceURI, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

function count(number, one, many = one + "s") {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

const baseName = (file) => file.slice(file.lastIndexOf("/") + 1);

/* Widths of columns that share `room`: as wide as each needs if possible, else narrower, but never below `least`. */
function shareRoom(needs, room, least, most) {
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const wanted = needs.map((need) => Math.min(most, need)),
    lowest = needs.map((need) => Math.min(least, need));
  const total = sum(wanted),
    slack = total - sum(lowest);
  if (total <= room) {
    const extra = Math.min(24, (room - total) / wanted.length);
    return wanted.map((width) => Math.floor(width + extra));
  }
  const share = slack > 0 ? Math.max(0, (room - sum(lowest)) / slack) : 0;
  return wanted.map((width, i) => Math.floor(lowest[i] + (width - lowest[i]) * share));
}

/* One drawing for all calls until the next frame. */
function coalesce(draw) {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      draw();
    });
  };
}

/* A part of a scrolling box that is `rows` rows high, of which draw(first, end) makes those in view, and some around
 * them: elements that it returns. */
class RowWindow {
  constructor(box, rowHeight, draw, top = 0) {
    Object.assign(this, { box, rowHeight, draw, top, rows: 0 });
    this.canvas = make("div", { class: "canvas" });
    /* Whatever was shown in the box before is gone. */
    box.stopWatching?.();
    const redraw = coalesce(() => this.redraw(true));
    const observer = new ResizeObserver(
      coalesce(() => {
        this.onResize?.();
        this.redraw();
      }),
    );
    box.addEventListener("scroll", redraw, { passive: true });
    observer.observe(box);
    box.stopWatching = () => {
      box.removeEventListener("scroll", redraw);
      observer.disconnect();
    };
  }

  setRows(rows) {
    this.rows = rows;
    this.canvas.style.height = `${rows * this.rowHeight}px`;
  }

  /* If only the view has moved, nothing is done as long as what is drawn covers it. */
  redraw(hasOnlyMoved = false) {
    const AROUND = 10;
    const first = Math.max(0, Math.floor((this.box.scrollTop - this.top) / this.rowHeight));
    const end = Math.min(this.rows, first + Math.ceil(this.box.clientHeight / this.rowHeight) + 1);
    if (hasOnlyMoved && this.drawn && first >= this.drawn.first && end <= this.drawn.end) return;
    this.drawn = { first: Math.max(0, first - AROUND), end: Math.min(this.rows, end + AROUND) };
    const edge = this.canvas.contains(document.activeElement) ? document.activeElement.dataset.edge : undefined;
    this.canvas.replaceChildren(...this.draw(this.drawn.first, this.drawn.end));
    /* What had the focus has it again. */
    if (edge) $(`[data-edge="${edge}"]`, this.canvas)?.focus({ preventScroll: true });
  }

  /* Scrolls as little as needed, or to the middle if it is far away. */
  showRow(row) {
    const at = row * this.rowHeight + this.top,
      box = this.box,
      height = box.clientHeight;
    const margin = Math.min(3 * this.rowHeight, height / 3);
    const top = box.scrollTop + this.top;
    if (at < top - height || at > top + 2 * height) box.scrollTop = at - height / 2;
    else if (at < top + margin) box.scrollTop = at - this.top - margin;
    else if (at + this.rowHeight > box.scrollTop + height - margin)
      box.scrollTop = at + this.rowHeight - height + margin;
  }

  showColumn(left, width) {
    const box = this.box;
    if (left < box.scrollLeft) box.scrollLeft = left - 8;
    else if (left + width > box.scrollLeft + box.clientWidth) box.scrollLeft = left + width - box.clientWidth + 8;
  }
}

/* ---- the small window that explains what is under the pointer, or has the focus ---- */

function showTip(text, rectangle) {
  const tip = $("#tip");
  tip.textContent = text;
  tip.hidden = false;
  const size = tip.getBoundingClientRect(),
    GAP = 10;
  const left = rectangle.left + rectangle.width / 2 - size.width / 2;
  const above = rectangle.top - size.height - GAP,
    below = rectangle.bottom + GAP;
  const top = above > GAP ? above : below;
  tip.style.left = `${Math.max(GAP, Math.min(left, innerWidth - size.width - GAP))}px`;
  tip.style.top = `${Math.max(GAP, Math.min(top, innerHeight - size.height - GAP))}px`;
}

function hideTip() {
  $("#tip").hidden = true;
}

/* Explains `element` on hover and on focus. */
function explain(element, text) {
  const atPointer = (event) =>
    showTip(text, { left: event.clientX, width: 0, top: event.clientY, bottom: event.clientY });
  element.addEventListener("pointerenter", atPointer);
  element.addEventListener("pointermove", atPointer);
  element.addEventListener("pointerleave", hideTip);
  element.addEventListener("focus", () => showTip(text, element.getBoundingClientRect()));
  element.addEventListener("blur", hideTip);
  return element;
}
