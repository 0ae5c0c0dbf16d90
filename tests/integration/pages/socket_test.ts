import assert from "node:assert/strict";
import type { AppState } from "../../../src/core/state/state.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import { type TestPages, testPages } from "../../support/pages.ts";
import { alertOf, htmlOf, runOf, stateWith, windowOf } from "../../support/pages_state.ts";
import { openSocket, type PageSocket } from "./page_socket.ts";

/** Runs `body` with the socket of the first window of `state`. */
function socketTest(
  name: string,
  state: AppState,
  body: (socket: PageSocket, pages: TestPages) => Promise<void>,
  parts: Partial<PagesOptions> = {},
) {
  Deno.test({
    name,
    // The timers of `next` may outlive it by a tenth of a second.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const pages = await testPages(state, parts);
      const socket = await openSocket(pages, state.windows[0]!.id);
      try {
        await body(socket, pages);
      } finally {
        await socket.close();
        await pages.close();
      }
    },
  });
}

const dialogs = stateWith({
  windows: [windowOf("dialog", { dialog: "d1" }, "w1"), windowOf("dialog", { dialog: "d2" }, "w2")],
  dialogs: [alertOf("d1", "mine"), alertOf("d2", "OTHERS")],
});

socketTest("a page gets its own model, and a new one when it has changed", dialogs, async (socket, pages) => {
  const { model } = await socket.next("model");
  assert.ok(model.page === "dialog" && model.dialog?.kind === "alert");
  assert.equal(model.dialog.message, "mine");
  assert.doesNotMatch(JSON.stringify(model), /OTHERS/);
  pages.store.update((state) => ({ ...state, dialogs: [alertOf("d1", "changed"), state.dialogs[1]!] }));
  const next = await socket.next("model");
  assert.match(JSON.stringify(next.model), /changed/);
});

socketTest("a burst of changes is few models, the last one right", dialogs, async (socket, pages) => {
  await socket.next("model");
  for (let n = 1; n <= 500; n++) {
    pages.store.update((state) => ({ ...state, dialogs: [alertOf("d1", `n${n}`), state.dialogs[1]!] }));
    if (n % 100 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  let text = "", count = 0;
  while (!text.includes("n500")) {
    text = JSON.stringify(await socket.next("model"));
    count++;
  }
  assert.ok(count <= 3, `${count} models`);
});

socketTest("what other pages show sends nothing", dialogs, async (socket, pages) => {
  await socket.next("model");
  pages.store.update((state) => ({ ...state, problems: [{ code: "x", message: "", hint: "" }] }));
  pages.store.update((state) => ({ ...state, dialogs: [state.dialogs[0]!, alertOf("d2", "else")] }));
  socket.send({ type: "command", id: 1, command: { name: "answerDialog", dialog: "d1", answer: true } });
  await socket.next("reply");
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.equal(socket.waiting("model"), 0);
});

socketTest("a command goes to Kedge and its result comes back", dialogs, async (socket, pages) => {
  socket.send({
    type: "command",
    id: 7,
    command: { name: "answerDialog", dialog: "d1", answer: { a: [1] } },
  });
  assert.deepEqual(await socket.next("reply"), { type: "reply", id: 7, result: { ok: true } });
  assert.deepEqual(pages.commands, [
    { command: { name: "answerDialog", dialog: "d1", answer: { a: [1] } }, window: "w1" },
  ]);
});

socketTest("a command about another window's dialog is refused", dialogs, async (socket, pages) => {
  socket.send({ type: "command", id: 1, command: { name: "answerDialog", dialog: "d2", answer: true } });
  const { result } = await socket.next("reply");
  assert.deepEqual(result, { ok: false, error: "This page may not do that." });
  assert.deepEqual(pages.commands, []);
});

socketTest("what is no message changes nothing", dialogs, async (socket, pages) => {
  const wrong = ["", "x", "null", "[]", "7", { type: "quit" }, {
    type: "command",
    command: { name: "quit" },
  }];
  for (const message of wrong) socket.send(message);
  socket.send({ type: "command", id: 3, command: { name: "nonsense" } });
  const reply = await socket.next("reply");
  assert.deepEqual([reply.id, reply.result.ok], [3, false]);
  assert.deepEqual(pages.commands, []);
});

socketTest("a message over a megabyte ends the connection", dialogs, async (socket) => {
  socket.send("x".repeat(1_000_001));
  assert.equal(await socket.closed, 1009);
});

socketTest(
  "more than 32 commands at once are refused",
  dialogs,
  async (socket) => {
    for (let id = 0; id < 40; id++) {
      socket.send({ type: "command", id, command: { name: "closeWindow", window: "w1" } });
    }
    const refused = await Promise.all(Array.from({ length: 8 }, () => socket.next("reply")));
    for (const { result } of refused) assert.match(JSON.stringify(result), /Too many requests/);
  },
  { dispatch: () => new Promise(() => {}) },
);

socketTest(
  "a callback that throws is an answer, and is told",
  dialogs,
  async (socket, pages) => {
    socket.send({ type: "command", id: 1, command: { name: "closeWindow", window: "w1" } });
    const { result } = await socket.next("reply");
    assert.match(JSON.stringify(result), /Kedge failed/);
    assert.match(String(pages.errors[0]), /secret detail/);
    assert.doesNotMatch(JSON.stringify(result), /secret detail/);
  },
  { dispatch: () => Promise.reject(new Error("secret detail")) },
);

socketTest("a page learns that its window is closed", dialogs, async (socket, pages) => {
  await socket.next("model");
  pages.store.update((state) => ({ ...state, windows: [] }));
  await socket.next("closed");
  assert.equal(await socket.closed, 1000);
});

const consoles = stateWith({
  windows: [windowOf("console", { run: "run1" })],
  runs: [runOf("run1", { logLines: 1200 }), runOf("run2", { logLines: 5 })],
});

socketTest(
  "a console gets all lines of its run in order, then those that come",
  consoles,
  async (socket, pages) => {
    for (let n = 0; n < 1200; n++) pages.log.push({ stream: "stdout", text: `line ${n}`, time: n });
    socket.send({ type: "log", from: 0 });
    const texts: string[] = [];
    const read = async (until: number) => {
      while (texts.length < until) {
        const { from, lines } = await socket.next("log");
        assert.equal(from, texts.length);
        assert.ok(lines.length <= 500);
        texts.push(...lines.map(({ text }) => text));
      }
    };
    await read(1200);
    pages.log.push({ stream: "log", text: "line 1200", time: 1200 });
    pages.store.update((state) => ({ ...state, runs: [runOf("run1", { logLines: 1201 })] }));
    await read(1201);
    assert.deepEqual(texts, Array.from({ length: 1201 }, (_, n) => `line ${n}`));
  },
);

socketTest("a console that comes back goes on where it was", consoles, async (socket, pages) => {
  for (let n = 0; n < 1200; n++) pages.log.push({ stream: "stdout", text: `line ${n}`, time: n });
  socket.send({ type: "log", from: 1198 });
  const { from, lines } = await socket.next("log");
  assert.deepEqual([from, lines.length], [1198, 2]);
});

socketTest("a page without a run gets no lines", dialogs, async (socket, pages) => {
  pages.log.push({ stream: "log", text: "secret", time: 0 });
  socket.send({ type: "log", from: 0 });
  socket.send({ type: "openReport", id: 1 });
  await socket.next("reply");
  assert.equal(socket.waiting("log"), 0);
});

socketTest("errors of a page reach the log, up to 20 of them", dialogs, async (socket, pages) => {
  for (let n = 0; n < 30; n++) socket.send({ type: "error", message: `broken ${n}`, stack: "at page" });
  socket.send({ type: "openReport", id: 1 });
  await socket.next("reply");
  assert.equal(pages.errors.length, 20);
  assert.match((pages.errors[0] as Error).message, /broken 0/);
  assert.equal((pages.errors[0] as Error).stack, "at page");
});

socketTest("only https addresses are opened in the browser", dialogs, async (socket, pages) => {
  const addresses = [
    "https://go.dev/dl/",
    "http://127.0.0.1/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "x",
  ];
  for (const [id, url] of addresses.entries()) socket.send({ type: "openLink", id, url });
  for (const _ of addresses) await socket.next("reply");
  assert.deepEqual(pages.opened, ["https://go.dev/dl/"]);
});

const report = stateWith({
  windows: [windowOf("dialog", { dialog: "h" }, "w")],
  dialogs: [htmlOf("h", "<b>report</b>"), htmlOf("other", "OTHERS")],
});

socketTest("a report opens in the browser by an address of its own", report, async (socket, pages) => {
  socket.send({ type: "openReport", id: 1 });
  assert.equal((await socket.next("reply")).result.ok, true);
  const response = await fetch(pages.opened[0]!, { redirect: "manual" });
  await response.body?.cancel();
  assert.equal(response.headers.get("location"), "/window/w/report/h");
});

const home = stateWith({ windows: [windowOf("home"), windowOf("settings")] });

socketTest("home gets the addresses of other windows, and only of those", home, async (socket, pages) => {
  socket.send({ type: "address", id: 1, window: "settings" });
  const { result } = await socket.next("reply");
  assert.ok(result.ok);
  const { address } = result.value as { address: string };
  const response = await fetch(address, { redirect: "manual" });
  await response.body?.cancel();
  assert.equal(response.headers.get("location"), "/window/settings/");
  assert.equal(new URL(address).origin, pages.origin);
  socket.send({ type: "address", id: 2, window: "gone" });
  assert.equal((await socket.next("reply")).result.ok, false);
});

socketTest("no other page gets the address of a window", dialogs, async (socket) => {
  socket.send({ type: "address", id: 1, window: "w2" });
  assert.equal((await socket.next("reply")).result.ok, false);
});

const review = stateWith({
  windows: [windowOf("review", { review: "r1" })],
  reviews: [{
    id: "r1",
    source: "/x.kedgeext",
    status: "ready",
    diagnostics: [],
    bundle: {
      id: "x",
      name: "X",
      hash: "0".repeat(64),
      change: "update",
      actions: [],
      summary: "",
      findings: [],
      files: [{
        path: "big.go",
        size: 3_000_000,
        change: "changed",
        kind: "source",
        text: "n".repeat(2_000_000),
        before: "o".repeat(1_000_000),
      }],
    },
  }],
});

socketTest("a big file of a review comes when it is asked for", review, async (socket) => {
  const { model } = await socket.next("model");
  assert.ok(JSON.stringify(model).length < 10_000);
  socket.send({ type: "reviewFile", id: 1, path: "big.go" });
  const { result } = await socket.next("reply");
  assert.ok(result.ok);
  const { text, before } = result.value as { text: string; before: string };
  assert.deepEqual([text.length, before.length], [2_000_000, 1_000_000]);
  socket.send({ type: "reviewFile", id: 2, path: "../big.go" });
  assert.equal((await socket.next("reply")).result.ok, false);
});

socketTest("an answer nested without end is refused, and the page goes on", dialogs, async (socket) => {
  const command = (id: number, answer: unknown) => ({
    type: "command",
    id,
    command: { name: "answerDialog", dialog: "d1", answer },
  });
  socket.send(
    JSON.stringify(command(1, "HERE")).replace('"HERE"', "[".repeat(200_000) + "]".repeat(200_000)),
  );
  assert.equal((await socket.next("reply")).result.ok, false);
  socket.send(command(2, true));
  assert.equal((await socket.next("reply")).result.ok, true);
});
