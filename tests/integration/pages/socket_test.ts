import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { AppState, LogLine, WindowState } from "../../../src/core/state/state.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import { type TestPages, testPages } from "../../support/pages/pages.ts";
import { alertOf, htmlOf, runOf, stateWith, windowOf } from "../../support/pages/pages_state.ts";
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
    // Timers of `next` may outlive the test by a tenth of a second.
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

socketTest("a page gets its own model, and the parts that have changed", dialogs, async (socket, pages) => {
  const { parts } = await socket.next("change");
  assert.deepEqual(Object.keys(parts), [
    "window",
    "app",
    "dialog",
    "run",
    "icon",
    "actionIcon",
    "account",
    "env",
    "signIn",
    "toasts",
  ]);
  assert.match(JSON.stringify(parts.dialog), /mine/);
  assert.doesNotMatch(JSON.stringify(parts), /OTHERS/);
  pages.store.update((state) => ({ ...state, dialogs: [alertOf("d1", "changed"), state.dialogs[1]!] }));
  const next = await socket.next("change");
  assert.deepEqual(Object.keys(next.parts), ["dialog"]);
  assert.match(JSON.stringify(next.parts), /changed/);
});

socketTest("a burst of changes is few messages, the last one right", dialogs, async (socket, pages) => {
  await socket.next("change");
  const begin = performance.now();
  for (let n = 1; n <= 500; n++) {
    pages.store.update((state) => ({ ...state, dialogs: [alertOf("d1", `n${n}`), state.dialogs[1]!] }));
    if (n % 100 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  // One message at once, one every 30 ms while changes come, and one for the last change.
  const most = Math.max(3, 2 + Math.ceil((performance.now() - begin) / 30));
  let text = "", count = 0;
  while (!text.includes("n500")) {
    text = JSON.stringify(await socket.next("change"));
    count++;
  }
  assert.ok(count <= most, `${count} messages, not ${most}`);
});

const settings = stateWith({ windows: [windowOf("settings", {}, "w1")] });
let saving: TestPages;
socketTest("an answer comes after what was done is seen, in a burst too", settings, async (socket, pages) => {
  saving = pages;
  await socket.next("change");
  const params = { list: "servers", search: "" };
  socket.send({ type: "query", id: 1, name: "entries", params, from: 0, count: 5, live: true });
  await socket.next("rows");
  for (let id = 2; id < 6; id++) {
    const command = { name: "editConfig", path: ["perPage"], value: id };
    socket.send({ type: "command", id, command });
    await socket.next("reply");
    assert.deepEqual([socket.waiting("change"), socket.waiting("rows")], [1, 1]);
    assert.match(JSON.stringify(await socket.next("change")), new RegExp(`"perPage":${id}`));
    assert.match(JSON.stringify(await socket.next("rows")), new RegExp(`server-${id}`));
  }
}, {
  dispatch(command) {
    const { value } = command as { readonly value: number };
    const document = { perPage: value, servers: [{ name: `server-${value}` }] };
    saving.store.update((state) => ({ ...state, config: { ...state.config, document } }));
    return Promise.resolve({ ok: true });
  },
});

socketTest("changes of other pages send nothing", dialogs, async (socket, pages) => {
  await socket.next("change");
  pages.store.update((state) => ({ ...state, problems: [{ code: "x", message: "", hint: "" }] }));
  pages.store.update((state) => ({ ...state, dialogs: [state.dialogs[0]!, alertOf("d2", "else")] }));
  socket.send({ type: "command", id: 1, command: { name: "answerDialog", dialog: "d1", answer: true } });
  await socket.next("reply");
  // The change of another window's dialog is not sent; the next message is about the own dialog.
  pages.store.update((state) => ({ ...state, dialogs: [alertOf("d1", "own"), state.dialogs[1]!] }));
  const { parts } = await socket.next("change");
  assert.deepEqual(Object.keys(parts), ["dialog"]);
  assert.match(JSON.stringify(parts), /own/);
  assert.equal(socket.waiting("change"), 0);
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

socketTest("an invalid message changes nothing", dialogs, async (socket, pages) => {
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
  "a callback that throws is answered with an error, and reported",
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
  await socket.next("change");
  pages.store.update((state) => ({ ...state, windows: [] }));
  await socket.next("closed");
  assert.equal(await socket.closed, 1000);
});

const consoles = stateWith({
  windows: [windowOf("console", { run: "run1" })],
  runs: [runOf("run1", { logLines: 1200 }), runOf("run2", { logLines: 5 })],
});

const logQuery = { type: "query", name: "log", params: {}, from: 0, count: 10_000, live: true };

/** Returns the next rows of a list; fails on an error. */
async function nextRows(socket: PageSocket) {
  const { id, answer } = await socket.next("rows");
  assert.ok(answer.ok, JSON.stringify(answer));
  return { ...answer, id };
}

const readings: string[] = [];
socketTest(
  "lists of a page are read for its window",
  consoles,
  async (socket) => {
    socket.send({ ...logQuery, id: 1 });
    await nextRows(socket);
    assert.deepEqual(readings, [consoles.windows[0]!.id]);
  },
  { read: (window, act) => (readings.push(window), act()) },
);

socketTest(
  "a console gets all lines of its run in order, then those that come",
  consoles,
  async (socket, pages) => {
    for (let n = 0; n < 1200; n++) pages.log.push({ stream: "stdout", text: `line ${n}`, time: n });
    socket.send({ ...logQuery, id: 1 });
    const texts: string[] = [];
    const read = async (until: number) => {
      while (texts.length < until) {
        const { from, rows } = await nextRows(socket);
        assert.equal(from, texts.length);
        assert.ok(rows.length <= 500);
        texts.push(...rows.map((row) => (row as LogLine).text));
      }
    };
    await read(1200);
    pages.log.push({ stream: "log", text: "line 1200", time: 1200 });
    pages.store.update((state) => ({ ...state, runs: [...state.runs] }));
    await read(1201);
    assert.deepEqual(texts, Array.from({ length: 1201 }, (_, n) => `line ${n}`));
  },
);

socketTest("a cancelled list sends nothing more", consoles, async (socket, pages) => {
  socket.send({ ...logQuery, id: 1 });
  socket.send({ ...logQuery, id: 2 });
  await nextRows(socket);
  await nextRows(socket);
  socket.send({ type: "cancel", id: 1 });
  socket.send({ type: "open", id: 3, part: "" });
  await socket.next("reply");
  pages.log.push({ stream: "log", text: "late", time: 0 });
  pages.store.update((state) => ({ ...state, runs: [...state.runs] }));
  assert.equal((await nextRows(socket)).id, 2);
  assert.equal(socket.waiting("rows"), 0);
});

/** Requests that a page may not send, or that are invalid. */
const REFUSED: readonly (readonly [why: string, question: object])[] = [
  ["a list of another page", { ...logQuery, name: "address", params: { window: "w1" } }],
  ["a list that nobody has", { ...logQuery, name: "constructor" }],
  ["more rows than may be asked for", { ...logQuery, count: 10_000_001 }],
  ["parameters that it has not", { ...logQuery, params: { run: "run2" } }],
  ["a place before the first", { ...logQuery, from: -1 }],
  ["no name", { ...logQuery, name: undefined }],
];
for (const [why, question] of REFUSED) {
  socketTest(`a page gets no rows of ${why}`, consoles, async (socket, pages) => {
    pages.log.push({ stream: "log", text: "secret", time: 0 });
    socket.send({ ...question, id: 7 });
    const { id, answer } = await socket.next("rows");
    assert.deepEqual([id, answer.ok], [7, false]);
    assert.equal(socket.waiting("rows"), 0);
  });
}

socketTest("errors of a page reach the log, up to 20 of them", dialogs, async (socket, pages) => {
  for (let n = 0; n < 30; n++) socket.send({ type: "error", message: `broken ${n}`, stack: "at page" });
  socket.send({ type: "open", id: 1, part: "report/h" });
  await socket.next("reply");
  assert.equal(pages.errors.length, 20);
  assert.match((pages.errors[0] as Error).message, /broken 0/);
  assert.equal((pages.errors[0] as Error).stack, "at page");
});

const report = stateWith({
  windows: [windowOf("dialog", { dialog: "h" }, "w")],
  dialogs: [htmlOf("h", "<b>report</b>"), htmlOf("other", "OTHERS")],
});

for (const part of ["report/other", "report/h/", "", "icon/extension/x/y.png", "../w2/"]) {
  socketTest(`a page opens no ${part || "page"} in the browser`, report, async (socket, pages) => {
    socket.send({ type: "open", id: 1, part });
    assert.equal((await socket.next("reply")).result.ok, false);
    assert.deepEqual(pages.opened, []);
  });
}

socketTest("a report opens in the browser by an address of its own", report, async (socket, pages) => {
  socket.send({ type: "open", id: 1, part: "report/h" });
  assert.equal((await socket.next("reply")).result.ok, true);
  const response = await fetch(pages.opened[0]!, { redirect: "manual" });
  await response.body?.cancel();
  assert.equal(response.headers.get("location"), "/window/w/report/h");
});

const home = stateWith({ windows: [windowOf("home"), windowOf("settings")] });

socketTest("home gets the addresses of other windows, and only of those", home, async (socket, pages) => {
  const ask = (id: number, window: string) =>
    socket.send({ type: "query", id, name: "address", params: { window }, from: 0, count: 1, live: false });
  ask(1, "settings");
  const [address] = (await nextRows(socket)).rows as string[];
  const response = await fetch(address!, { redirect: "manual" });
  await response.body?.cancel();
  assert.equal(response.headers.get("location"), "/window/settings/");
  assert.equal(new URL(address!).origin, pages.origin);
  ask(2, "gone");
  assert.equal((await socket.next("rows")).answer.ok, false);
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
        more: true,
      }],
    },
  }],
});

socketTest("a big file of a review comes when it is asked for", review, async (socket) => {
  const { parts } = await socket.next("change");
  assert.ok(JSON.stringify(parts).length < 10_000);
  const ask = (id: number, path: string) =>
    socket.send({ type: "query", id, name: "file", params: { path }, from: 0, count: 1, live: false });
  ask(1, "big.go");
  const [{ text, before }] = (await nextRows(socket)).rows as [{ text: string; before: string }];
  assert.deepEqual([text.length, before.length], [2_000_000, 1_000_000]);
  ask(2, "../big.go");
  assert.equal((await socket.next("rows")).answer.ok, false);
}, {
  reviewTexts: (review, path) =>
    Promise.resolve(
      review === "r1" && path === "big.go"
        ? { text: "n".repeat(2_000_000), before: "o".repeat(1_000_000) }
        : null,
    ),
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

Deno.test({
  name: "a page whose window was closed before it could connect is told so, and nothing else",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const pages = await testPages(dialogs);
    try {
      const socket = await openSocket(pages, "w1", () => {
        pages.store.update((state) => ({ ...state, windows: state.windows.filter(({ id }) => id !== "w1") }));
      });
      await socket.next("closed");
      assert.equal(await socket.closed, 1000);
      assert.equal(socket.waiting("change"), 0);
    } finally {
      await pages.close();
    }
  },
});

Deno.test("prepare() makes a page that shows a window of the state from give() to take()", async () => {
  const pages = await testPages(stateWith({ windows: [windowOf("home", {}, "h")] }));
  try {
    const waiting = pages.prepare("palette");
    const socket = await openSocket(pages, waiting.id);
    const shown = async () => (await socket.next("change")).parts.window as WindowState;
    assert.deepEqual([(await shown()).id, waiting.raised], [waiting.id, 0]);
    // A change of the state does not end a page that is not opened yet.
    const palette = { ...windowOf("palette", {}, "p"), raised: 1 };
    pages.store.update((state) => ({ ...state, windows: [...state.windows, palette] }));
    pages.give(waiting.id, "p");
    assert.deepEqual((await shown()).id, "p");
    socket.send({ type: "command", id: 1, command: { name: "closeWindow", window: "p" } });
    assert.deepEqual((await socket.next("reply")).result, { ok: true });
    // A key may come before the page knows the ID of its window.
    socket.send({ type: "command", id: 2, command: { name: "closeWindow", window: waiting.id } });
    assert.deepEqual((await socket.next("reply")).result, { ok: true });
    assert.deepEqual(pages.commands.slice(-1), [{
      command: { name: "closeWindow", window: "p" },
      window: "p",
    }]);
    pages.store.update((state) => ({ ...state, windows: state.windows.slice(0, 1) }));
    pages.take(waiting.id);
    assert.deepEqual((await shown()).raised, 0);
    socket.send({ type: "command", id: 3, command: { name: "closeWindow", window: "h" } });
    assert.equal((await socket.next("reply")).result.ok, false);
    await socket.close();
  } finally {
    await pages.close();
  }
});

Deno.test("a socket that breaks keeps no program alive that has closed its pages", async () => {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", fileURLToPath(new URL("broken_socket.ts", import.meta.url))],
    stdout: "piped",
  }).spawn();
  let said = "", open = 0;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    open ||= performance.now();
    said += text;
  }
  const { code } = await child.status;
  const took = performance.now() - open;
  assert.deepEqual([said, code], ["HTTP/1.1 101 Switching Protocols\nclosed\n", 0]);
  // Deno checks idle sockets for the second time 15 s after they were opened.
  assert.ok(took < 12_000, `${took} ms`);
});
