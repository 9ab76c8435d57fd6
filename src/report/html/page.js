/* The page: which model is shown, where in its execution, and the keys. */

const report = JSON.parse($("#report-data").textContent);
/* What is shown, a tab each: a model, or one of several violations under it. */
const results = report.results.flatMap((result, index) =>
  (result.violations ?? [result.violation]).map((violation, number, all) => ({
    ...result,
    violation,
    index,
    number,
    of: all.length,
  })),
);
const listing = new SourcePanel($("#listing"));
const stageSource = new SourcePanel($("#stage .panel.source"));
const views = new Map(); /* result -> what is drawn for it */
let shown; /* index of the result */
let view;

/* ---- an execution ---- */

class View {
  constructor(result) {
    this.execution = new Execution(result);
    this.relations = new Relations(this.execution);
    this.words = new Words(this.execution, this.relations);
    this.position = 0;
  }

  open() {
    const go = (position) => goTo(position);
    stageSource.setExecution(this.execution);
    stageSource.open(this.execution.steps.find((step) => step.file)?.file ?? this.execution.failure.file);
    this.panels = [
      stageSource,
      new MachinePanel(this.execution, this.words, go),
      new Timeline(this.execution, this.words, go),
      new Graph(this.execution, this.relations, this.words, go),
    ];
    drawCycle(this.execution, this.relations, this.words, go);
    this.drawAccesses();
    this.drawMarks();
    $("#slider").max = this.execution.last;
    $('[data-go="clue"]').hidden = this.words.clues.length === 0;
    this.show();
  }

  /* Of a violation with two places, both, side by side. */
  drawAccesses() {
    const places = this.execution.failures;
    $("#accesses").hidden = places.length < 2;
    $("#accesses").replaceChildren(
      ...places.map((place) =>
        make(
          "div",
          { class: "card" },
          make("h3", {}, this.execution.threads[place.thread]),
          make(
            "p",
            { class: "where" },
            make("span", {}, `${baseName(place.file)}:${place.line}`),
            make("code", {}, sourceLine(place.file, place.line).trim()),
          ),
          make(
            "ol",
            {},
            (place.stack ?? []).map((call) =>
              make("li", {}, make("code", {}, call.function), ` at ${baseName(call.file)}:${call.line}`),
            ),
          ),
        ),
      ),
    );
  }

  /* Clues and the failure, above the slider. */
  drawMarks() {
    const marks = $("#marks"),
      last = this.execution.last,
      SCALE = 100;
    const ticks = this.words.clues.map((i) => `M${(i + 1) * SCALE} 0V1`);
    marks.setAttribute("viewBox", `0 0 ${last * SCALE} 1`);
    marks.replaceChildren(
      makeSvg("path", { class: "old-ticks", d: ticks.join(""), "vector-effect": "non-scaling-stroke" }),
      makeSvg("path", { class: "failure-tick", d: `M${last * SCALE} 0V1`, "vector-effect": "non-scaling-stroke" }),
    );
  }

  show() {
    const { position, execution, words } = this,
      step = execution.stepAt(position);
    const story = $("#story"),
      sentence = words.sentence(position);
    story.className =
      position === execution.last
        ? "failure"
        : step?.missed !== undefined
          ? "old"
          : words.clues.includes(position - 1)
            ? "clue"
            : "";
    $("#sentence").replaceChildren(...words.render(sentence, goTo));
    $("#notes").replaceChildren(
      ...this.whereabouts(),
      ...words.notes(position).map((note) => make("p", {}, words.render(note, goTo))),
    );
    $("#slider").value = position;
    $("#slider").setAttribute("aria-valuetext", `${this.counter()}: ${words.text(sentence)}`);
    $("#counter").textContent = this.counter();
    $('[data-go="first"]').disabled = $('[data-go="back"]').disabled = position === 0;
    $('[data-go="last"]').disabled = $('[data-go="forward"]').disabled = position === execution.last;
    for (const panel of this.panels) panel.show(position);
  }

  /* The lines of the source. */
  whereabouts() {
    return this.execution
      .placesAt(this.position)
      .filter((place) => place.file)
      .map((place) =>
        make(
          "p",
          { class: "where" },
          make("span", {}, `${baseName(place.file)}:${place.line}`),
          make("code", {}, sourceLine(place.file, place.line).trim()),
        ),
      );
  }

  counter() {
    const { position, execution } = this,
      steps = execution.steps.length;
    return position === 0
      ? `start, ${count(steps, "step")}`
      : position === execution.last
        ? "failure"
        : `step ${position} of ${steps}`;
  }
}

const redraw = coalesce(() => view?.show());

function goTo(position) {
  if (!view) return;
  const inside = Math.max(0, Math.min(position, view.execution.last));
  if (inside === view.position) return;
  view.position = inside;
  hideTip();
  redraw();
  noteAddress();
}

function goToClue(direction) {
  const found = view.words.nextClue(view.position, direction);
  if (found !== undefined) goTo(found);
}

/* ---- models ---- */

/* "sc", and of the second violation "sc.2". */
function nameOf(result) {
  return result.model.toLowerCase() + (result.number > 0 ? `.${result.number + 1}` : "");
}

/* The address of the page says what is shown, so that it can be kept: #sc/5. */
function noteAddress() {
  const model = nameOf(results[shown]);
  try {
    history.replaceState(null, "", `#${model}${view ? `/${view.position}` : ""}`);
  } catch {
    /* Some places where a page can be shown do not allow it. */
  }
}

function readAddress() {
  const [model, position] = location.hash.slice(1).split("/");
  const index = results.findIndex((result) => nameOf(result) === model);
  return { index, position: Number.parseInt(position, 10) || 0 };
}

function showResult(index) {
  const result = results[index];
  shown = index;
  document.querySelectorAll("[role=tab]").forEach((tab, i) => {
    tab.setAttribute("aria-selected", i === index);
    tab.tabIndex = i === index ? 0 : -1;
  });
  $("#result").setAttribute("aria-labelledby", `model-${index}`);
  $("#verdict").className = `verdict v-${result.verdict.toLowerCase().replace(" ", "-")}`;
  $("#verdict").replaceChildren(
    make("strong", {}, result.verdict),
    ` under ${result.model}: `,
    verdictText(result),
    restText(result),
  );
  const isViolation = result.verdict === "VIOLATION";
  $("#stage").hidden = !isViolation;
  $("#listing").hidden = isViolation || extras.sources.length === 0;
  $(".keys").hidden = !isViolation;
  drawSummary(result);
  view = undefined;
  if (isViolation) {
    if (!views.has(index)) views.set(index, new View(result));
    view = views.get(index);
    view.open();
  } else showListing(result);
  noteAddress();
}

/* The source, with what was cut or is not modelled. */
function showListing(result) {
  const marks = new Map(result.cut.map((cut) => [placeText(cut), `cut after ${count(cut.iterations, "iteration")}`]));
  const place = result.unsupported ?? (result.file ? result : undefined);
  if (place) marks.set(placeText(place), place.message ?? result.verdict);
  listing.setMarks(marks);
  const first = place ?? result.cut[0];
  listing.open(first?.file);
  if (first) listing.rows.showRow(first.line - 1);
}

function addTabs() {
  const SYMBOLS = { SAFE: "✓", VIOLATION: "✗", BOUNDED: "≤" };
  $("#models").append(
    ...results.map((result, i) =>
      make(
        "button",
        {
          type: "button",
          role: "tab",
          id: `model-${i}`,
          "aria-controls": "result",
          class: `v-${result.verdict.toLowerCase().replace(" ", "-")}`,
          onclick: () => showResult(i),
        },
        make("span", { class: "model" }, result.model),
        make(
          "span",
          { class: "word" },
          `${SYMBOLS[result.verdict] ?? "?"} ${result.of > 1 ? shortPlace(result.violation) : result.verdict}`,
        ),
      ),
    ),
  );
}

/* ---- light and dark ---- */

const THEMES = ["auto", "light", "dark"];

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  $("#theme").textContent = { auto: "◐ auto", light: "☀ light", dark: "☾ dark" }[theme];
  $("#theme").setAttribute("aria-label", `Colours: ${theme}. Change (t)`);
  try {
    localStorage.setItem("heddle-theme", theme);
  } catch {
    /* It is then forgotten. */
  }
}

function nextTheme() {
  setTheme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length]);
}

function storedTheme() {
  try {
    const theme = localStorage.getItem("heddle-theme");
    return THEMES.includes(theme) ? theme : "auto";
  } catch {
    return "auto";
  }
}

/* ---- keys and controls ---- */

const GO = {
  first: () => goTo(0),
  back: () => goTo(view.position - 1),
  forward: () => goTo(view.position + 1),
  last: () => goTo(view.execution.last),
  clue: () => goToClue(1),
  clueBefore: () => goToClue(-1),
};

const KEYS = {
  ArrowRight: "forward",
  ArrowDown: "forward",
  j: "forward",
  ArrowLeft: "back",
  ArrowUp: "back",
  k: "back",
  Home: "first",
  End: "last",
  n: "clue",
  p: "clueBefore",
};

function moveTab(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined || event.target.getAttribute("role") !== "tab") return false;
  const next = (shown + step + results.length) % results.length;
  showResult(next);
  $(`#model-${next}`).focus();
  return true;
}

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("select")) return;
  if (event.key === "Escape") hideTip();
  const model = Number.parseInt(event.key, 10) - 1;
  if (moveTab(event)) event.preventDefault();
  else if (event.key === "t") nextTheme();
  else if (results[model]) showResult(model);
  else if (view && KEYS[event.key]) {
    GO[KEYS[event.key]]();
    event.preventDefault();
  }
}

function begin() {
  document.title = `${report.files.map(baseName).join(", ")}: Heddle`;
  $("#files").textContent = report.files.join(", ");
  $("#files").title = report.files.join(", ");
  $("#version").textContent = `Heddle ${report.heddle}`;
  setTheme(storedTheme());
  addTabs();
  $("#theme").addEventListener("click", nextTheme);
  $("#slider").addEventListener("input", (event) => goTo(Number(event.target.value)));
  document
    .querySelectorAll("[data-go]")
    .forEach((button) => button.addEventListener("click", () => GO[button.dataset.go]()));
  document.addEventListener("keydown", onKey);
  const address = readAddress();
  const first = results.findIndex((result) => result.index === extras.shown);
  showResult(Math.max(0, address.index >= 0 ? address.index : first));
  if (address.position > 0) goTo(address.position);
}

begin();
