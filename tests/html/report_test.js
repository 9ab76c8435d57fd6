/* report_test.js HEDDLE: makes reports of many kinds and uses them as a person would, by keys, pointer and slider.
 * SCREENSHOTS=FOLDER keeps pictures of them. Run at the root of the sources, by run.sh. */
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { spawnSync } = require("node:child_process");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const heddle = process.argv[2];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "heddle-html-"));
const SAFE = 0,
  UNSUPPORTED = 3,
  BOUNDED = 4,
  UNKNOWN = 5,
  VIOLATION = 10;
let browser;

/* ---- making and opening reports ---- */

let reports = 0;
function check(code, ...options) {
  const html = path.join(folder, `${++reports}.html`);
  const run = spawnSync(heddle, ["check", ...options, "-q", "--html", html], { encoding: "utf8", timeout: 100000 });
  assert.equal(run.status, code, `heddle check ${options.join(" ")}: ${run.stdout}${run.stderr}`);
  return html;
}

/* The same page with other data: for what no program of today leads to. */
function changed(html, change) {
  const before = fs.readFileSync(html, "utf8"),
    after = change(before);
  assert.notEqual(after, before);
  fs.writeFileSync(html, after);
  return html;
}

function program(name, text) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
}

/* Calls `use` with the page; complaints of the browser, and anything it wants to load, are failures. */
async function open(html, use, { hash = "", ...options } = {}) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
  page.setDefaultTimeout(10000);
  const complaints = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.stack));
  page.on("request", (request) => !/^(file|data):/.test(request.url()) && complaints.push(`loads ${request.url()}`));
  await page.goto(pathToFileURL(html).href + hash);
  await settle(page);
  await use(page);
  if (process.env.SCREENSHOTS) await page.screenshot({ path: path.join(process.env.SCREENSHOTS, `${shots++}.png`) });
  assert.deepEqual(complaints, []);
  await page.close();
}
let shots = 0;

/* Drawing waits for the next frame. */
const settle = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
  await settle(page);
}

/* To the middle of its line. */
async function hoverEdge(page, key) {
  const { x, y } = await page.locator(`[data-edge="${key}"] .hit`).evaluate((line) => {
    line.closest(".scroll").scrollTop = 0;
    const point = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM());
    return { x: point.x, y: point.y };
  });
  await page.mouse.move(x, y);
}

const text = (page, selector) => page.locator(selector).innerText();
const texts = (page, selector) => page.locator(selector).allInnerTexts();
const position = async (page) => Number(await page.locator("#slider").inputValue());
const nodes = (page) => page.evaluate(() => document.querySelectorAll("*").length);
const hereLine = (page) => text(page, "#stage .line.here .number");

/* ---- the tests ---- */

const tests = {
  async "a violation with store buffers is told step by step"() {
    await open(check(VIOLATION, "examples/store_buffering.c", "--mm", "tso"), async (page) => {
      assert.match(
        await text(page, "#verdict"),
        /VIOLATION under TSO: .*store_buffering\.c:47: assertion `seen1 \|\| seen2` failed/,
      );
      assert.equal(await position(page), 0);
      await press(page, "ArrowRight", "ArrowRight");
      assert.equal(
        await text(page, "#sentence"),
        "T1 (first) stores flag1 = 1 into its store buffer. The others still see flag1 = 0.",
      );
      assert.deepEqual(await texts(page, ".slot"), ["flag1 = 1"]);
      await press(page, "j", "j", "ArrowDown");
      assert.equal(await position(page), 5);
      assert.equal(
        await text(page, "#sentence"),
        "T1 (first) reads flag2 = 0 because T2 (second)’s store flag2 = 1 is still in its store buffer.",
      );
      assert.equal(await page.locator("#story.old").count(), 1);
      assert.equal(await hereLine(page), "28");
      assert.equal(await page.locator("#stage .line.here.old").count(), 1);
      assert.deepEqual(await texts(page, ".slot.missed"), ["flag2 = 1"]);
      assert.match(await text(page, ".cell.old"), /flag2\s+0/);
      assert.equal(await page.locator(".chip.old").count(), 2);
      assert.equal(await page.locator(".event.old").count(), 2);
      assert.equal(await page.locator(".event.current").getAttribute("data-step"), "5");
      assert.equal(await page.locator(".row.now .chip").getAttribute("aria-current"), "step");
      assert.equal(await page.locator(".bar.missed").count(), 1);
      await press(page, "k", "ArrowLeft", "ArrowUp");
      assert.equal(await position(page), 2);
      await press(page, "End");
      assert.match(await text(page, "#sentence"), /main fails: assertion/);
      assert.equal(await hereLine(page), "47");
      assert.equal(await page.locator(".slot").count(), 0);
      await press(page, "ArrowRight", "Home", "ArrowLeft");
      assert.equal(await position(page), 0);
      await press(page, "n");
      assert.equal(await position(page), 5);
      await press(page, "n");
      assert.equal(await position(page), 8);
      await press(page, "p");
      assert.equal(await position(page), 5);
    });
  },

  async "slider, buttons and clicks move as well"() {
    await open(check(VIOLATION, "examples/store_buffering.c", "--mm", "tso"), async (page) => {
      await page.locator("#slider").fill("12");
      await settle(page);
      assert.match(await text(page, "#sentence"), /T1 \(first\)’s store flag1 = 1 arrives in memory/);
      assert.match(await text(page, "#notes"), /Too late for T2 \(second\), which has read flag1 = 0 in step 8/);
      assert.match(await text(page, ".cell.changed"), /flag1\s+1/);
      assert.match(await page.locator("#slider").getAttribute("aria-valuetext"), /^step 12 of 18: T1/);
      await page.locator("#slider").focus();
      await press(page, "ArrowRight");
      assert.equal(await position(page), 13);
      await page.locator('[data-go="first"]').click();
      await page.locator('[data-go="forward"]').click();
      await settle(page);
      assert.equal(await position(page), 1);
      await page.locator(".row").nth(4).locator(".chip").first().click();
      await settle(page);
      assert.equal(await position(page), 5);
      await page.locator('.event[data-step="8"]').click();
      await settle(page);
      assert.equal(await position(page), 8);
      assert.match(page.url(), /#tso\/8$/);
    });
    await open(
      check(VIOLATION, "examples/store_buffering.c", "--mm", "tso"),
      async (page) => assert.equal(await position(page), 8),
      { hash: "#tso/8" },
    );
  },

  async "edges are explained on hover and on focus"() {
    await open(
      check(VIOLATION, "examples/store_buffering.c", "--mm", "tso"),
      async (page) => {
        const edge = page.locator('[data-edge="fr 4 3"]');
        assert.match(
          await edge.getAttribute("aria-label"),
          /^fr, from-read: T1’s read of flag2 = 0 \(step 5\) comes before T2’s store/,
        );
        await edge.focus();
        assert.match(
          await text(page, "#tip"),
          /which overwrites what it has read: the store had been executed, but was still in its buffer/,
        );
        await page.locator(".panel.graph .scroll").evaluate((box) => (box.scrollTop += 40));
        await settle(page);
        assert.equal(await page.evaluate(() => document.activeElement.dataset.edge), "fr 4 3", "the focus is kept");
        await page.keyboard.press("Escape");
        assert.equal(await page.locator("#tip").isVisible(), false);
        await hoverEdge(page, "po 1 4");
        assert.match(await text(page, "#tip"), /po, program order.*TSO allows that, SC does not/);
        await page.locator('.relation input[aria-label^="fr"]').uncheck();
        assert.equal(await page.locator(".edge.e-fr").count(), 0);
      },
      { hash: "#tso/8" },
    );
  },

  async "the cycle says why no interleaving does it"() {
    await open(check(VIOLATION, "examples/store_buffering.c", "--mm", "tso"), async (page) => {
      assert.deepEqual(await texts(page, "#cycle .event-link code"), [
        "W flag1=1",
        "R flag2=0",
        "W flag2=1",
        "R flag1=0",
        "W flag1=1",
      ]);
      assert.deepEqual(await texts(page, "#cycle .edge-name"), ["po, not kept →", "fr →", "po →", "fr →"]);
    });
    await open(
      check(VIOLATION, "examples/message_passing.c", "--mm", "pso"),
      async (page) => {
        assert.deepEqual(await texts(page, "#cycle .edge-name"), ["po, not kept →", "rf →", "po →", "fr →"]);
        assert.match(await text(page, "#notes"), /It overtakes message = 42 of step 2, which still waits/);
      },
      { hash: "#pso/5" },
    );
  },

  async "without a machine, threads have views, and the model says what it does not keep"() {
    await open(
      check(VIOLATION, "examples/message_passing.c", "--mm", "armv8"),
      async (page) => {
        assert.deepEqual(await texts(page, "#cycle .edge-name"), [
          "po, not kept →",
          "rf →",
          "po, not kept →",
          "fr →",
        ]);
        assert.equal(await page.locator("#machine .buffer").count(), 0);
        assert.equal(await page.locator("#machine > .memory").count(), 0);
        const views = await texts(page, "#machine .thread-card");
        assert.match(views[1], /message\s*42/);
        assert.match(views[2], /message\s*0/);
        assert.match(await text(page, "#sentence"), /message = 42 has not come to it/);
      },
      { hash: "#armv8/7" },
    );
  },

  async "reading one's own buffered store is no old value, and no way round the cycle"() {
    const file = program(
      "own_store.c",
      `#include <assert.h>
#include <pthread.h>
int x, y, r1, r2, r3, r4;
static void *left(void *unused)
{
    x = 1;
    r1 = x;
    r2 = y;
    return unused;
}
static void *right(void *unused)
{
    y = 1;
    r3 = y;
    r4 = x;
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(!(r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0));
    return 0;
}
`,
    );
    await open(check(VIOLATION, file, "--mm", "tso"), async (page) => {
      const names = await texts(page, "#cycle .edge-name");
      assert.equal(names.length, 4, names.join(" "));
      assert.equal(names[0], "po, not kept →");
      await press(page, "ArrowRight", "ArrowRight", "ArrowRight");
      const sentences = [];
      for (let i = 0; i < 12; i++) {
        sentences.push(await text(page, "#sentence"));
        await press(page, "ArrowRight");
      }
      assert.ok(
        sentences.some((sentence) => /reads (x|y) = 1 from its own store buffer\./.test(sentence)),
        sentences.join("\n"),
      );
    });
  },

  async "a violation under SC has no old values, but clues"() {
    await open(check(VIOLATION, "examples/treiber_stack_aba.c"), async (page) => {
      assert.equal(await page.locator(".chip.old, .event.old, .buffer").count(), 0);
      assert.equal(await page.locator("#cycle").isVisible(), false);
      await press(page, "n");
      assert.match(
        await text(page, "#notes"),
        /It finds the value that it read in step \d+, but top has changed 3 times since: &a → &b → NULL → &a/,
      );
      assert.ok((await page.locator(".chip.direct").count()) > 0, "writes are shown in the lane of memory");
    });
  },

  async "a violation can have two places"() {
    const other = '"other":{"file":"examples/store_buffering.c","line":36,"column":13,"thread":2},';
    const html = changed(check(VIOLATION, "examples/store_buffering.c", "--mm", "tso"), (text) =>
      text.replace(/("violation":\{"file":"[^"]*","line":\d+,"column":\d+,"thread":\d+,)/, `$1${other}`),
    );
    await open(html, async (page) => {
      assert.match(await text(page, "#verdict"), /store_buffering\.c:47 and .*store_buffering\.c:36: assertion/);
      await press(page, "End");
      assert.match(await text(page, "#sentence"), /main and T2 \(second\) fail together: assertion/);
      assert.equal(await page.locator("#notes .where").count(), 2);
      assert.equal(await page.locator(".line.failure").count(), 2);
      assert.equal(await page.locator(".chip.k-failure").count(), 2);
      assert.equal(await page.locator(".thread-card .status", { hasText: "fails in line" }).count(), 2);
    });
  },

  async "a violation can be a state without a place"() {
    const html = changed(check(VIOLATION, "examples/store_buffering.c", "--mm", "tso"), (text) =>
      text.replace(/"violation":\{"file":"[^"]*","line":\d+,"column":\d+,"thread":\d+,/, '"violation":{'),
    );
    await open(html, async (page) => {
      assert.match(await text(page, "#verdict"), /^VIOLATION under TSO: assertion/);
      await press(page, "End");
      assert.match(await text(page, "#sentence"), /^The execution ends in a failure: assertion/);
      assert.equal(await page.locator("#notes .where, .line.failure").count(), 0);
      assert.equal(await page.locator(".chip.k-failure").count(), 1);
      assert.equal(await page.locator(".thread-card .status", { hasText: "fails" }).count(), 0);
    });
  },

  async "a safe result says what was checked"() {
    await open(check(SAFE, "examples/store_buffering.c", "--engine", "ord"), async (page) => {
      assert.match(await text(page, "#verdict"), /^SAFE under SC/);
      assert.equal(await page.locator("#stage").isVisible(), false);
      const summary = await text(page, "#summary");
      for (const words of [
        "This has no bound in it",
        "assertions, error calls, memory",
        "events",
        "rf pairs",
        "ord, which has found the answer",
        "MiB",
        "solving",
      ])
        assert.ok(summary.includes(words), words);
      assert.ok((await page.locator("#listing .line").count()) > 10);
      await press(page, "ArrowRight", "End", "n"); /* no harm */
    });
  },

  async "a bounded result shows what was cut"() {
    await open(check(BOUNDED, "examples/ms_queue.c", "--unwind", "1"), async (page) => {
      assert.match(await text(page, "#verdict"), /^BOUNDED under SC: no violation within 1 iteration at/);
      assert.match(await text(page, "#listing .line.marked"), /cut after 1 iteration/);
      assert.match(await text(page, "tr.cut"), /enqueue\.0.*some execution goes on/s);
    });
  },

  async "what is not modelled is marked, and limits are told"() {
    const unknown = program("unknown.c", "int unknown(void);\nint main(void)\n{\n    return unknown();\n}\n");
    await open(check(UNSUPPORTED, unknown), async (page) => {
      assert.match(await text(page, "#verdict"), /^UNSUPPORTED under SC: .*unknown\.c:4: not modelled/);
      assert.match(await text(page, "#listing .line.marked"), /return unknown\(\)/);
    });
    await open(check(UNKNOWN, "examples/ms_queue.c", "--memory", "1"), async (page) => {
      assert.match(await text(page, "#verdict"), /^UNKNOWN under SC: .*memory/);
      assert.match(await text(page, "#summary"), /memory limit\s+1 MiB/);
    });
  },

  async "several models have a tab each"() {
    await open(check(VIOLATION, "examples/store_buffering.c", "--mm", "all"), async (page) => {
      const selected = () => texts(page, '[role=tab][aria-selected="true"] .model');
      assert.deepEqual(await texts(page, "[role=tab] .word"), ["✓ SAFE", "✗ VIOLATION", "✗ VIOLATION", "✗ VIOLATION"]);
      assert.deepEqual(await selected(), ["TSO"]);
      await press(page, "n", "1");
      assert.deepEqual(await selected(), ["SC"]);
      assert.match(await text(page, "#verdict"), /^SAFE/);
      await page.locator("[role=tab]").first().focus();
      await press(page, "ArrowRight");
      assert.deepEqual(await selected(), ["TSO"]);
      assert.equal(await position(page), 5, "the step is kept");
      await page.locator("[role=tab]").nth(2).click();
      assert.deepEqual(await selected(), ["PSO"]);
      assert.equal(await position(page), 0);
      await press(page, "j", "j");
      assert.match(await text(page, "#sentence"), /store buffer/);
    });
  },

  async "names and source come out as they are"() {
    const name = `a "b" 'c' <i>&amp; ä 名 {{report}}.c`;
    const line = `    assert(x == 2 && "</script><!--<script> & 'q' \\\\ ü {{page.css}}"); /* ☃ */`;
    const file = program(
      name,
      Buffer.concat([
        Buffer.from("#include <assert.h>\nint x = 1; // invalid: "),
        Buffer.from([0xff, 0xc3]),
        Buffer.from(`\nint main(void)\n{\n\tint unused; (void)unused;\n${line}\n}\n`),
      ]),
    );
    await open(check(VIOLATION, file), async (page) => {
      assert.equal(await page.title(), `${name}: Heddle`);
      assert.equal(await page.locator("#files").textContent(), file);
      assert.equal(await page.locator("#files i, #stage script").count(), 0);
      await press(page, "End");
      assert.equal(await page.locator("#stage .line.here code").textContent(), line);
      const second = await page.locator("#stage .line code").nth(1).textContent();
      assert.equal(second, "int x = 1; // invalid: \ufffd\ufffd");
    });
  },

  async "a program may fail before anything happens"() {
    const file = program("at_once.c", "#include <assert.h>\nint main(void)\n{\n    assert(0);\n}\n");
    await open(check(VIOLATION, file), async (page) => {
      assert.match(await text(page, "#sentence"), /fails at once: assertion `0` failed/);
      await press(page, "ArrowRight", "ArrowRight");
      assert.equal(await text(page, "#sentence"), "main fails: assertion `0` failed.");
      assert.equal(await hereLine(page), "4");
    });
  },

  async "it can be used by keyboard alone"() {
    await open(
      check(VIOLATION, "examples/store_buffering.c", "--mm", "tso"),
      async (page) => {
        const reached = new Set();
        for (let i = 0; i < 60; i++) {
          await page.keyboard.press("Tab");
          reached.add(
            await page.evaluate(() => {
              const at = document.activeElement,
                style = getComputedStyle(at),
                hit = at.querySelector(".hit");
              const isSeen = style.outlineStyle !== "none" || (hit && getComputedStyle(hit).stroke !== "none");
              return `${at.id || at.classList[0] || at.tagName}${isSeen ? "" : " unseen"}`;
            }),
          );
        }
        for (const name of ["model-0", "theme", "slider", "scroll", "edge", "event-link", "edge-name"])
          assert.ok(reached.has(name), `${name} in ${[...reached].join(", ")}`);
        assert.deepEqual(
          [...reached].filter((name) => name.endsWith("unseen") && !name.startsWith("BODY")),
          [],
        );
      },
      { hash: "#tso/5" },
    );
  },

  async "light and dark"() {
    const html = check(VIOLATION, "examples/store_buffering.c", "--mm", "tso");
    const lightness = (page) =>
      page.evaluate(() => {
        const [r, g, b] = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).map(Number);
        return (r + g + b) / 765;
      });
    await open(html, async (page) => assert.ok((await lightness(page)) > 0.9), { colorScheme: "light" });
    await open(
      html,
      async (page) => {
        assert.ok((await lightness(page)) < 0.2);
        await press(page, "t");
        assert.match(await text(page, "#theme"), /light/);
        assert.ok((await lightness(page)) > 0.9);
        await page.locator("#theme").click();
        assert.ok((await lightness(page)) < 0.2);
      },
      { colorScheme: "dark", hash: "#tso/8" },
    );
  },

  async "it fits on a phone"() {
    for (const [file, ...options] of [
      ["examples/peterson.c", "--mm", "tso"],
      ["examples/store_buffering.c", "--mm", "all"],
    ])
      await open(
        check(VIOLATION, file, ...options),
        async (page) => {
          const width = () => page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok((await width()) <= 390, "nothing sticks out");
          await page.locator('[data-go="forward"]').tap();
          await page.locator('[data-go="clue"]').tap();
          await settle(page);
          assert.match(await text(page, "#sentence"), /is still in its store buffer/);
          assert.ok((await width()) <= 390, "nothing sticks out later");
          assert.ok(await page.locator("#stage .line.here").isVisible());
          await press(page, "1");
          assert.ok((await width()) <= 390, "nor in the other view");
        },
        { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
      );
  },

  async "a long execution is drawn where it is looked at only"() {
    const file = program(
      "long.c",
      `#include <assert.h>
#include <pthread.h>
int x, y, sum, r1, r2;
static void *left(void *unused)
{
    for (int i = 0; i < 700; i++)
        sum = sum + i;
    x = 1;
    r1 = y;
    return unused;
}
static void *right(void *unused)
{
    y = 1;
    r2 = x;
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r1 || r2);
    return 0;
}
`,
    );
    const MOST = 1500;
    await open(check(VIOLATION, file, "--mm", "tso"), async (page) => {
      const last = Number(await page.locator("#slider").getAttribute("max"));
      assert.ok(last > 2000, `${last} positions`);
      for (const at of [0, Math.floor(last / 2), last]) {
        await page.locator("#slider").fill(String(at));
        await settle(page);
        assert.ok((await nodes(page)) < MOST, `${await nodes(page)} elements at ${at}`);
      }
      await press(page, "Home", ...Array(40).fill("ArrowRight"));
      assert.equal(await position(page), 40);
      assert.ok((await nodes(page)) < MOST);
      await press(page, "n");
      assert.match(await text(page, "#sentence"), /T1 \(left\) reads y = 0 because T2 \(right\)’s store y = 1/);
      assert.ok(await page.locator(".row.now").isVisible());
      assert.ok(await page.locator(".event.current").isVisible());
    });
  },

  async "each of several violations has a tab"() {
    const file = program(
      "several.c",
      `#include <assert.h>
#include <pthread.h>
int x, y;
static void set(int *p)
{
    *p = 1;
}
static void *left(void *unused)
{
    set(&x);
    assert(y == 0);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, left, 0);
    x = 2;
    assert(x == 2);
    return 0;
}
`,
    );
    const names = async (page) => page.locator("[role=tab] .word").allTextContents();
    await open(check(VIOLATION, file, "--all", "--property", "races,assertions"), async (page) => {
      const [first, second, third] = await names(page);
      assert.match(first, /^✗ several\.c:(6, 18|18, 6)$/);
      assert.match(second, /^✗ several\.c:(6, 19|19, 6)$/);
      assert.equal(third, "✗ several.c:19");
      assert.match(await text(page, "#verdict"), /data race on x.*\(1 of 3; these are all\)/);
      assert.ok(await page.locator("#accesses").isVisible());
      assert.equal(await page.locator("#accesses .card").count(), 2);
      assert.match(await text(page, "#accesses"), /set at several\.c:6\s+left at several\.c:10/);
      assert.match(await text(page, "#accesses"), /main at several\.c:18/);
      await press(page, "3");
      assert.match(await text(page, "#verdict"), /several\.c:19: assertion `x == 2` failed \(3 of 3; these are all\)/);
      assert.ok(!(await page.locator("#accesses").isVisible()));
      assert.match(page.url(), /#sc\.3/);
    });
    await open(
      check(VIOLATION, file, "--all", "--property", "races,assertions"),
      async (page) => assert.match(await text(page, "#verdict"), /\(2 of 3; /),
      { hash: "#sc.2/1" },
    );
  },

  async "the same check gives the same page"() {
    const read = () =>
      fs
        .readFileSync(check(VIOLATION, "examples/peterson.c", "--mm", "all"), "utf8")
        .replace(/"(\w*seconds|peak_bytes)":[0-9.]+/g, '"$1":0');
    assert.equal(read(), read());
  },

  async "a file that cannot be written is an error"() {
    const run = spawnSync(
      heddle,
      ["check", "examples/store_buffering.c", "-q", "--html", path.join(folder, "no/such/folder.html")],
      { encoding: "utf8" },
    );
    assert.equal(run.status, 2);
    assert.match(run.stderr, /cannot write/);
  },
};

async function main() {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium" });
  let failures = 0;
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      console.log(`fine: ${name}`);
    } catch (error) {
      failures++;
      console.log(`FAILED: ${name}\n${error.stack}`);
    }
  }
  await browser.close();
  fs.rmSync(folder, { recursive: true });
  process.exitCode = failures > 0 ? 1 : 0;
}

main();
