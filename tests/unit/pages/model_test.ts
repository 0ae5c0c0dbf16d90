import assert from "node:assert/strict";
import { pageModel } from "../../../src/pages/mod.ts";
import type { AppState, ExtensionState, PageName, ReviewState } from "../../../src/core/state/state.ts";
import { alertOf, htmlOf, runOf, stateWith, windowOf } from "../../support/pages_state.ts";

const extension: ExtensionState = {
  id: "tools",
  name: "Tools",
  icon: "tools.svg",
  trust: "trusted",
  hash: "0".repeat(64),
  source: "/tools.kedgeext",
  installedAt: 0,
  diagnostics: [],
  actions: [{
    id: "greet",
    label: "Greet",
    entry: "greet.go",
    icon: "greet.png",
    state: "enabled",
    contextMode: "none",
    hideSpinner: false,
    console: "auto",
  }],
};

const review = (files: { path: string; text: string }[]): ReviewState => ({
  id: "r1",
  source: "/tools.kedgeext",
  status: "ready",
  diagnostics: [],
  bundle: {
    id: "tools",
    name: "Tools",
    hash: "0".repeat(64),
    change: "install",
    actions: [],
    summary: "It can do much.",
    findings: [],
    files: files.map((file) => ({ ...file, size: file.text.length, change: "added", kind: "source" })),
  },
});

const full: AppState = stateWith({
  extensions: [extension],
  runs: [runOf("run1"), runOf("run2", { extension: "other" })],
  dialogs: [alertOf("d1", "mine", "run1"), alertOf("d2", "OTHERS")],
  reviews: [review([{ path: "greet.go", text: "SOURCE" }])],
  toasts: [
    { id: "t1", run: "run1", type: "info", title: "", message: "mine" },
    { id: "t2", run: "run2", type: "info", title: "", message: "OTHERS" },
  ],
  servers: [{ name: "db", engine: "postgres", host: "HOST", port: 1, tls: false, test: { status: "idle" } }],
});

Deno.test("pageModel() names its page and its window", () => {
  const pages: PageName[] = [
    "home",
    "palette",
    "dialog",
    "review",
    "console",
    "extensions",
    "configure",
    "settings",
    "server",
  ];
  for (const page of pages) {
    const window = windowOf(page, { dialog: "gone", review: "gone", run: "gone" });
    const model = pageModel(window, full);
    assert.equal(model.page, page);
    assert.equal(model.window, window);
    assert.equal(model.app, full.app);
  }
});

Deno.test("pageModel() of a dialog holds that dialog, its run and nothing else", () => {
  const model = pageModel(windowOf("dialog", { dialog: "d1" }), full);
  assert.ok(model.page === "dialog");
  assert.equal(model.dialog, full.dialogs[0]);
  assert.deepEqual(model.run, full.runs[0]);
  assert.deepEqual([model.icon, model.actionIcon], ["tools.svg", "greet.png"]);
  assert.deepEqual(model.toasts.map(({ id }) => id), ["t1"]);
  assert.doesNotMatch(JSON.stringify(model), /OTHERS|HOST|SOURCE/);
});

Deno.test("pageModel() of a console holds its run and that run's extension", () => {
  const model = pageModel(windowOf("console", { run: "run1" }), full);
  assert.ok(model.page === "console");
  assert.deepEqual(model.run, full.runs[0]);
  assert.equal(model.extension, extension);
  assert.doesNotMatch(JSON.stringify(model), /OTHERS|HOST|SOURCE/);
});

Deno.test("pageModel() of home holds the other windows", () => {
  const home = windowOf("home"), other = windowOf("settings");
  const model = pageModel(home, { ...full, windows: [home, other] });
  assert.ok(model.page === "home");
  assert.deepEqual(model.windows, [other]);
});

Deno.test("pageModel() says null for what is gone", () => {
  const gone = { dialog: "x", review: "x", run: "x", extension: "x", server: "x" };
  const fields = {
    dialog: "dialog",
    review: "review",
    console: "run",
    configure: "extension",
    server: "server",
  };
  for (const [page, field] of Object.entries(fields)) {
    const model = pageModel(windowOf(page as PageName, gone), full);
    assert.equal((model as unknown as Record<string, unknown>)[field], null, page);
  }
});

Deno.test("pageModel() of a review carries texts up to 2 million characters and marks the others", () => {
  const big = review([
    { path: "a.go", text: "a".repeat(1_500_000) },
    { path: "b.go", text: "b".repeat(1_500_000) },
    { path: "c.go", text: "c" },
  ]);
  const state = stateWith({ reviews: [big] });
  const model = pageModel(windowOf("review", { review: "r1" }), state);
  assert.ok(model.page === "review" && model.review?.bundle);
  const files = model.review.bundle.files.map(({ path, text, more }) => [path, text?.length, more]);
  assert.deepEqual(files, [["a.go", 1_500_000, undefined], ["b.go", undefined, true], [
    "c.go",
    1,
    undefined,
  ]]);
  const again = pageModel(windowOf("review", { review: "r1" }), state);
  assert.ok(again.page === "review");
  assert.equal(again.review, model.review, "an unchanged review is not trimmed anew");
});

Deno.test("pageModel() does not change when a run logs a line", () => {
  const line = { ...full, runs: full.runs.map((run) => ({ ...run, logLines: run.logLines + 1 })) };
  for (const page of ["home", "palette", "extensions", "console", "dialog"] as const) {
    const window = windowOf(page, { run: "run1", dialog: "d1" });
    assert.deepEqual(pageModel(window, line), pageModel(window, full), page);
  }
});

Deno.test("pageModel() leaves a report's HTML to the frame that shows it", () => {
  const state = stateWith({
    windows: [windowOf("dialog", { dialog: "h" }, "w")],
    dialogs: [htmlOf("h", "<b>long</b>")],
  });
  const model = pageModel(state.windows[0]!, state);
  assert.ok(model.page === "dialog" && model.dialog?.kind === "html");
  assert.doesNotMatch(JSON.stringify(model), /long/);
});
