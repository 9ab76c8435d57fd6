/* What was checked, and what it took. */

const MEANINGS = {
  SAFE: (model) => `No execution under ${model} violates the property. This has no bound in it.`,
  VIOLATION: (model) =>
    models.get(model).buffers === "unknown"
      ? `An execution under ${model} violates the property. Before it was reported, its threads were run with what their reads read, and all of it was held against the model’s axioms.`
      : `An execution under ${model} violates the property. It was run on a machine with store buffers before it was reported.`,
  BOUNDED: (model) =>
    `No execution under ${model} violates the property within the bounds. What longer executions do is not known.`,
  UNKNOWN: () => "Nothing is known: the check ended too early.",
  UNSUPPORTED: () => "The program can reach something that Heddle does not model.",
  "INTERNAL ERROR": () => "This is a bug in Heddle. Please report it with the program.",
};

const seconds = (value) => `${value < 10 ? value.toFixed(3) : value.toFixed(1)} s`;
const mebibytes = (bytes) => `${Math.round(bytes / 1048576).toLocaleString("en")} MiB`;

function placeText(place) {
  return `${place.file}:${place.line}`;
}

/* "file.c:12: ...", "file.c:12 and file.c:20: ...", or only what happens. */
function violationText(violation) {
  const places = [violation, violation.other].filter((place) => place?.file !== undefined).map(placeText);
  return [places.join(" and "), violation.message].filter(Boolean).join(": ");
}

/* "file.c:12", "file.c:12, 20", or what is violated where there is no place. */
function shortPlace(violation) {
  if (violation.file === undefined) return violation.property;
  const other = violation.other ? `, ${violation.other.line}` : "";
  return `${baseName(violation.file)}:${violation.line}${other}`;
}

/* Of several violations: which, and whether there may be more. */
function restText(result) {
  if (result.rest === undefined) return "";
  const all = result.of === 1 ? "this is the only one" : "these are all";
  return ` (${result.number + 1} of ${result.of}; ${result.rest === "SAFE" ? all : "there may be more"})`;
}

/* "file.c:12: not modelled: ..." */
function verdictText(result) {
  switch (result.verdict) {
    case "VIOLATION":
      return violationText(result.violation);
    case "BOUNDED":
      return (
        "no violation within " +
        result.cut.map((cut) => `${count(cut.iterations, "iteration")} at ${placeText(cut)}`).join(", ") +
        (result.message ? ` (${result.message})` : "")
      );
    case "UNKNOWN":
      return `${result.message || "gave up"}, before anything was known`;
    case "UNSUPPORTED":
      return `${placeText(result.unsupported)}: not modelled: ${result.unsupported.message}`;
    case "INTERNAL ERROR":
      return `${placeText(result)}: ${result.message}`;
    default:
      return "no execution violates the property";
  }
}

function fateOfLoop(loop, result) {
  const cut = result.cut.find((each) => each.file === loop.file && each.line === loop.line);
  if (cut) return ["cut", `cut after ${count(cut.iterations, "iteration")}: some execution goes on`];
  if (loop.fate === "waits") return ["", "only waits: needs no bound"];
  if (loop.fate === "ends") return ["", `ends after at most ${count(loop.iterations, "iteration")}`];
  if (result.verdict === "SAFE") return ["", `followed ${count(loop.iterations, "time")}: no execution goes further`];
  return ["", `followed ${count(loop.iterations, "time")}`];
}

function tableOf(rows) {
  return make(
    "table",
    {},
    make(
      "tbody",
      {},
      rows
        .filter(Boolean)
        .map(([name, value, note]) =>
          make(
            "tr",
            {},
            make("th", { scope: "row" }, name),
            make("td", { colspan: note ? 1 : 2 }, value),
            note && make("td", { class: "note" }, note),
          ),
        ),
    ),
  );
}

/* A bar of parts: [name, number, text]. */
function stackedBar(parts, label) {
  const total = parts.reduce((sum, [, number]) => sum + number, 0) || 1;
  return make(
    "div",
    { class: "stack" },
    make(
      "div",
      {
        class: "stack-bar",
        role: "img",
        "aria-label": `${label}: ${parts.map(([name, , text]) => `${name} ${text}`).join(", ")}`,
      },
      parts.map(([, number], i) =>
        make("span", { class: `part p${i}`, style: `flex-grow:${(number / total).toFixed(4)}` }),
      ),
    ),
    make(
      "ul",
      {},
      parts.map(([name, , text], i) => make("li", {}, make("span", { class: `key p${i}` }), `${name} ${text}`)),
    ),
  );
}

/* ---- the parts ---- */

function propertyBlock(result) {
  const bounds = extras.bounds.length > 0 ? `; ${extras.bounds.join(", ")}` : "";
  return [
    make("h3", {}, "The question"),
    tableOf([
      ["memory model", models.get(result.model).summary],
      ["property", extras.properties.length > 0 ? extras.properties.join(", ") : "nothing"],
      [
        "loops",
        (extras.unwind > 0 ? `followed ${count(extras.unwind, "time")} (--unwind)` : "followed as often as needed") +
          bounds,
      ],
      extras.timeout > 0 && ["time limit", seconds(extras.timeout)],
      extras.max_memory > 0 && ["memory limit", mebibytes(extras.max_memory)],
      ["malloc", extras.malloc_may_fail ? "may return NULL" : "always succeeds"],
    ]),
  ];
}

function loopBlock(result) {
  const named = result.loops.map((loop) => [loop, ...fateOfLoop(loop, result)]);
  const calls = result.cut.filter(
    (cut) => !result.loops.some((loop) => loop.file === cut.file && loop.line === cut.line),
  );
  if (named.length + calls.length === 0) return [make("h3", {}, "Loops"), make("p", {}, "None was unrolled.")];
  const LIMIT = 200;
  const rows = [
    ...calls.map((cut) =>
      make(
        "tr",
        { class: "cut" },
        make("th", { scope: "row" }, "recursion"),
        make("td", {}, placeText(cut)),
        make("td", {}, `cut after ${count(cut.iterations, "call")}: some execution goes on`),
      ),
    ),
    ...named
      .slice(0, LIMIT)
      .map(([loop, name, text]) =>
        make(
          "tr",
          { class: name },
          make("th", { scope: "row" }, make("code", {}, loop.name)),
          make(
            "td",
            {},
            placeText(loop),
            " ",
            make("code", { class: "excerpt" }, sourceLine(loop.file, loop.line).trim()),
          ),
          make("td", {}, text),
        ),
      ),
  ];
  return [make("h3", {}, "Loops"), make("table", {}, make("tbody", {}, rows))];
}

/* What the engines counted under this model, a table for each of them. */
function workBlock(result) {
  const work = extras.work[result.index];
  const engines = [...new Set(work.map(({ engine }) => engine))];
  const tables = engines.flatMap((engine) => [
    make("h4", {}, engine === result.engine ? `${engine}, which has found the answer` : engine),
    tableOf(
      work
        .filter((counter) => counter.engine === engine && counter.count !== undefined)
        .map(({ text, count: value }) => [text, value.toLocaleString("en")]),
    ),
  ]);
  return [make("h3", {}, "The work"), ...tables];
}

function costBlock(result) {
  const s = result.statistics;
  const times = extras.work[result.index].filter((counter) => counter.seconds !== undefined);
  const bar = times.map(({ text, seconds: value }) => [text, value, seconds(value)]);
  return [
    make("h3", {}, "Time and memory"),
    ...(bar.length > 0 ? [stackedBar(bar, "Processor time")] : []),
    make("p", {}, `${seconds(s.seconds)} for all models together, ${mebibytes(s.peak_bytes)} at most.`),
  ];
}

/* "Every execution of A is one of B, and every execution of B one of C." */
function inclusions() {
  const pairs = extras.models.flatMap(({ name, includes }) => includes.map((stronger) => [stronger, name]));
  const words = pairs.map(
    ([stronger, weaker], i) => `very execution of ${stronger}${i === 0 ? " is" : ""} one of ${weaker}`,
  );
  return `E${words.join(", and e")}.`;
}

function drawSummary(result) {
  const isDerived = result.engine === undefined && ["SAFE", "VIOLATION"].includes(result.verdict);
  const blocks = [propertyBlock(result), loopBlock(result)];
  if (isDerived)
    blocks.push([
      make("h3", {}, "The work"),
      make(
        "p",
        {},
        "None: the verdict follows from that of another model. ",
        inclusions(),
      ),
    ]);
  else blocks.push(workBlock(result), costBlock(result));
  const cards = blocks.map((parts) => make("div", { class: "card" }, parts));
  const content = make("div", { class: "cards" }, make("div", {}, cards.slice(0, 2)), make("div", {}, cards.slice(2)));
  const section = $("#summary");
  if (result.verdict === "VIOLATION")
    section.replaceChildren(make("details", {}, make("summary", {}, "What was checked, and what it took"), content));
  else section.replaceChildren(make("p", { class: "meaning" }, MEANINGS[result.verdict](result.model)), content);
}
