import assert from "node:assert/strict";
import { createDialogs } from "../../../../../src/core/app/features/dialogs/dialogs.ts";
import type { RunSurface } from "../../../../../src/core/app/features/runs/run_surface.ts";
import type { RunOutcome } from "../../../../../src/core/actions/run/surface.ts";
import { createRuns } from "../../../../../src/core/app/features/runs/runs.ts";
import { createToasts } from "../../../../../src/core/app/features/toasts/toasts.ts";
import { createWindows } from "../../../../../src/core/app/windows.ts";
import { fixedRows, slice } from "../../../../../src/core/resources/rows.ts";
import type { ActionState, InputField, LogLine } from "../../../../../src/core/state/state.ts";
import { store, until } from "../fixtures.ts";
import { account } from "../../../../support/pages/state.ts";
import { PAGES } from "../../../../../src/pages/registry.ts";
import { action, extension } from "../../../../support/pages/state.ts";

const never = new AbortController().signal;
const SHOP = { name: "shop", engine: "postgres", host: "db", port: 5432, tls: false } as const;

/** Returns the log of a run, to which the test adds lines. */
function fakeLog() {
  const rows: LogLine[] = [];
  const listeners = new Set<(from: number) => void>();
  return {
    get lines() {
      return rows.length;
    },
    read: (from: number, count: number) => slice(rows, from, count),
    subscribe: (
      listener: (from: number) => void,
    ) => (listeners.add(listener), () => listeners.delete(listener)),
    add: (text: string) => void rows.push({ stream: "log", text, time: 1 }),
    /** Reports the added lines to the listeners; a real log does so a little later. */
    tell: () => listeners.forEach((listener) => listener(0)),
    watched: () => listeners.size > 0,
    forgotten: false,
    forget() {
      this.forgotten = true;
      return Promise.resolve();
    },
  };
}

function setup(parts: Partial<ActionState> = {}) {
  const state = store();
  const go = action("go", { label: "Go", ...parts });
  state.update((s) => ({
    ...s,
    extensions: [extension("tools", [go], { name: "Tools", hash: "a".repeat(64) })],
  }));
  const windows = createWindows(state, PAGES);
  const dialogs = createDialogs(state, windows, () => null, () => 1);
  const calls: string[] = [];
  const held = {
    log: fakeLog(),
    end: (_outcome: RunOutcome) => {},
    login: Promise.withResolvers<null>(),
  } as {
    surface?: RunSurface;
    /** Resolves when the user has answered the question for a login. */
    readonly login: PromiseWithResolvers<null>;
    log: ReturnType<typeof fakeLog>;
    end: (outcome: RunOutcome) => void;
  };
  const runs = createRuns(
    {
      store: state,
      windows,
      dialogs,
      toasts: createToasts(state, () => 1),
      login: () => held.login.promise,
      signIn: {
        needed: ({ what, why }) => Promise.resolve(calls.push(`sign in: ${what}. ${why}`) > 0),
      },
      checkAnswer: () => null,
      now: () => 1,
    },
    {
      start(extension, id, surface) {
        calls.push(`start ${extension}/${id}`);
        held.surface = surface;
        const { promise, resolve } = Promise.withResolvers<RunOutcome>();
        held.end = resolve;
        held.log = fakeLog();
        return {
          done: promise,
          log: held.log,
          stop: () => calls.push("stop"),
          click: () => calls.push("click"),
          hide: (text: string) => text,
        };
      },
      pastLog(run) {
        calls.push(`pastLog ${run}`);
        return {
          ...fixedRows([]),
          forget() {
            if (run === "kept.log") return Promise.reject(Object.assign(new Error("rm"), { code: "EROFS" }));
            return Promise.resolve(void calls.push(`forget ${run}`));
          },
        };
      },
    },
  );
  const run = () => state.get().runs[0]!;
  const pages = () => state.get().windows.map(({ page }) => page);
  /** Ends the newest run and waits until the state says so. */
  const end = (status: RunOutcome["status"]) => {
    held.end({ status, ms: 5, ...(status === "ok" ? {} : { error: "It broke." }) });
    return until(() => run().status === status);
  };
  return { state, windows, runs, calls, held, run, dialogs, pages, end };
}

/** Returns the same parts, with a run that has just been started. */
function started(parts?: Partial<ActionState>) {
  const set = setup(parts);
  set.runs.start("tools", "go");
  return set;
}

for (
  const [status, consoleMode, windows, toasts] of [
    ["ok", "auto", [], ["success"]],
    ["ok", "always", ["console"], []],
    ["ok", "none", [], ["success"]],
    ["failed", "auto", ["console"], []],
    ["failed", "none", [], ["error"]],
    ["timeout", "auto", ["console"], []],
    ["refused", "auto", ["console"], []],
    ["refused", "none", ["console"], []],
    ["stopped", "auto", [], []],
  ] as const
) {
  Deno.test(`start() ends with ${windows.length} console and toasts [${toasts}] when the run is ${status} and console is ${consoleMode}`, async () => {
    const { state, pages, end } = started({ console: consoleMode });
    await end(status);
    assert.deepEqual(pages(), windows);
    assert.deepEqual(state.get().toasts.map(({ type }) => type), toasts);
  });
}

for (const [folder, toasts] of [["/home/ada/tools", []], ["/home/ada/others", ["error"]]] as const) {
  Deno.test(`start() ends with toasts [${toasts}] when ${folder} is worked on in a window and the console is none`, async () => {
    const { state, windows, runs, pages, end } = setup({ console: "none" });
    state.update((s) => ({
      ...s,
      extensions: [{ ...s.extensions[0]!, source: "/home/ada/tools", developed: true }],
    }));
    windows.open("development", { folder });
    runs.start("tools", "go");
    await end("failed");
    assert.deepEqual(state.get().toasts.map(({ type }) => type), toasts);
    assert.deepEqual(pages(), ["development"]);
  });
}

for (const [what, answer, told] of [["left", null, []], ["answered", "5m", ["success"]]] as const) {
  Deno.test(`start() ends with toasts [${told}] when the last question was ${what}`, async () => {
    const { state, held, dialogs, end } = started();
    const asked = held.surface!.ask(
      "Timer",
      { key: "", kind: "text", label: "How long" } as InputField,
      never,
    );
    const { id } = state.get().dialogs[0]!;
    if (answer === null) dialogs.cancel(id);
    else dialogs.answer(id, answer);
    assert.equal(await asked, answer);
    await end("ok");
    assert.deepEqual(state.get().toasts.map(({ type }) => type), told);
  });
}

Deno.test("start() ends with a toast when the last question was answered, after one that was left", async () => {
  const { state, held, dialogs, end } = started();
  const asked = held.surface!.ask("Timer", { key: "", kind: "text", label: "Notes" } as InputField, never);
  dialogs.cancel(state.get().dialogs[0]!.id);
  await asked;
  const sure = held.surface!.confirm("Sure?", never);
  dialogs.answer(state.get().dialogs[0]!.id, true);
  assert.equal(await sure, true);
  await end("ok");
  assert.deepEqual(state.get().toasts.map(({ type }) => type), ["success"]);
});

Deno.test("start() opens the console at the first line when console is auto", async () => {
  const { state, held, run, pages, end } = started();
  held.log.add("hello");
  held.log.tell();
  assert.deepEqual(pages(), ["console"]);
  assert.equal(held.log.watched(), false);
  const before = state.get();
  held.log.add("more");
  held.log.tell();
  assert.equal(state.get(), before);
  await end("ok");
  assert.equal(run().logLines, 2);
});

Deno.test("the console has the name of its run, however it is opened", async () => {
  const { state, windows, run, end } = started({ console: "none" });
  await end("failed");
  assert.deepEqual(state.get().windows, []);
  windows.open("console", { run: run().id });
  windows.open("console", { run: "gone" });
  assert.deepEqual(state.get().windows.map(({ title }) => title), ["Go · Tools", "Run"]);
});

Deno.test("start() opens the console of a run that has printed and ended before its lines were reported", async () => {
  const { held, pages, end } = started();
  held.log.add("hello");
  await end("ok");
  assert.deepEqual(pages(), ["console"]);
});

Deno.test("clock() shows the run's own time and when it runs", () => {
  const { held, run } = started();
  held.surface!.clock(0, true);
  assert.deepEqual(run().clock, { ms: 0, since: 1 });
  held.surface!.clock(250, false);
  assert.deepEqual(run().clock, { ms: 250 });
});

Deno.test("start() opens the console when a progress begins, and raises it no more while it goes on", () => {
  const { state, held, pages } = started();
  const progress = { title: "Copying", label: "", fraction: 0, cancelable: true };
  held.surface!.progress(progress);
  assert.deepEqual(pages(), ["console"]);
  const { raised } = state.get().windows[0]!;
  held.surface!.progress({ ...progress, fraction: 0.5 });
  assert.equal(state.get().windows[0]!.raised, raised);
});

Deno.test("start() shows how far a long compilation is, and takes that away when the run begins", () => {
  const { state, held } = started();
  held.surface!.phase("compiling");
  assert.deepEqual([state.get().runs[0]!.progress, state.get().windows], [null, []]);
  held.surface!.phase("compiling", { name: "crypto/tls", fraction: 0.5 });
  assert.equal(state.get().runs[0]!.progress?.label, "crypto/tls");
  assert.deepEqual(state.get().windows, [], "its own small window tells of that");
  held.surface!.phase("running");
  assert.equal(state.get().runs[0]!.progress, null);
});

/** Questions that Kedge asks on behalf of a run, and the windows that each opens. */
const OWN: readonly (readonly [what: string, ask: (surface: RunSurface) => unknown, pages: string[]])[] = [
  [
    "the account",
    (surface) => surface.chooseAccount({ extensionName: "Tools", actionLabel: "Go", roles: [] }, never),
    ["dialog"],
  ],
  [
    "a sign-in",
    (surface) => surface.signIn!({ account: "111111111111", role: "Admin", region: "eu-west-1" }, never),
    [],
  ],
];
for (const [what, ask, opened] of OWN) {
  Deno.test(`phase() opens no console when a long compilation shows beside the question for ${what}`, () => {
    const { held, run, pages } = started();
    void ask(held.surface!);
    held.surface!.phase("compiling");
    held.surface!.phase("compiling", { name: "net", fraction: 0.5 });
    assert.deepEqual([run().status, run().progress?.label, pages()], ["waiting", "net", opened]);
  });
}

Deno.test("progress() opens the console only after the question when it begins beside one", async () => {
  const { state, held, run, dialogs, pages } = started();
  held.surface!.phase("running");
  const sure = held.surface!.confirm("Sure?", never);
  held.surface!.progress({ title: "Copying", label: "", fraction: 0, cancelable: true });
  assert.deepEqual([run().progress?.title, pages()], ["Copying", ["dialog"]]);
  dialogs.answer(state.get().dialogs[0]!.id, true);
  await sure;
  await until(() => pages().includes("console"));
});

Deno.test("progress() and button() of a loop change the state now and then, and end at the last value", async () => {
  const { state, held, run, end } = started();
  let changes = 0;
  state.subscribe(() => changes++);
  for (let i = 1; i <= 10_000; i++) {
    held.surface!.progress({ title: "Copying", label: `${i}`, fraction: i / 10_000, cancelable: false });
    held.surface!.button({ progress: i / 10_000, takesClicks: false });
  }
  await until(() => run().progress?.fraction === 1 && run().button.progress === 1);
  assert.ok(changes < 100, `${changes} changes`);
  held.surface!.progress({ title: "Copying", label: "", fraction: 0.5, cancelable: false });
  await end("ok");
  await new Promise((resolve) => setTimeout(resolve, 120));
  assert.equal(run().progress, null);
});

Deno.test("toast() of a loop shows the newest toasts, also of a run that has just ended", async () => {
  const { state, held, end } = started();
  let changes = 0;
  state.subscribe(() => changes++);
  const toast = (id: string, type: "info" | "loading" = "info") =>
    held.surface!.toast({ id, type, title: id, message: "" }, 0);
  for (let i = 1; i <= 10_000; i++) toast(`toast-${i}`);
  toast("loading", "loading");
  toast("last");
  await end("ok");
  await until(() => state.get().toasts.some(({ title }) => title === "last"));
  assert.ok(changes < 100, `${changes} changes`);
  assert.equal(state.get().toasts.some(({ title }) => title === "loading"), false);
});

Deno.test("start() opens the console only after the question when both come at once", async () => {
  const { state, held, dialogs, pages, end } = started();
  held.log.add("hello");
  void held.surface!.confirm("Sure?", never);
  held.log.tell();
  assert.deepEqual(pages(), ["dialog"]);
  dialogs.answer(state.get().dialogs[0]!.id, true);
  await end("ok");
  assert.deepEqual(pages(), ["console"]);
});

Deno.test("start() opens the console only after the question for a login, which is Kedge's own", async () => {
  const { held, dialogs, pages, end } = started();
  held.log.add("hello");
  const login = held.surface!.login(SHOP, undefined, never);
  void dialogs.open<"way">({ kind: "way", asks: "secret", title: "", text: "", way: "", to: "shop" });
  held.log.tell();
  assert.deepEqual(pages(), ["dialog"]);
  held.login.resolve(null);
  await login;
  held.log.tell();
  assert.deepEqual(pages(), ["dialog", "console"]);
  await end("ok");
});

Deno.test("start() starts no second run when the action runs already: it shows the console", () => {
  const { state, runs, calls } = started();
  runs.start("tools", "go");
  assert.deepEqual(calls, ["start tools/go"]);
  assert.equal(state.get().windows[0]!.page, "console");
});

Deno.test("start() is a click when the running button takes clicks", () => {
  const { runs, calls, held } = started();
  held.surface!.button({ label: "Next", takesClicks: true });
  runs.start("tools", "go");
  assert.deepEqual(calls, ["start tools/go", "click"]);
});

Deno.test("start() refuses an incompatible action with its badge", () => {
  const { runs, calls } = setup({ state: "incompatible", badge: "kedge ≥ 9.0.0" });
  const result = runs.start("tools", "go");
  assert.deepEqual(result, { ok: false, error: '"Go" needs kedge ≥ 9.0.0.', hint: "Update Kedge." });
  assert.deepEqual(calls, []);
});

for (const [extension, action] of [["none", "go"], ["tools", "none"]] as const) {
  Deno.test(`start() names what is missing when ${extension}/${action} is not installed`, () => {
    const { runs } = setup();
    assert.deepEqual(runs.start(extension, action), {
      ok: false,
      error: `There is no action "${action}" in "${extension}".`,
    });
  });
}

Deno.test("ask() makes the run wait, and run again once answered", async () => {
  const { state, held, run, dialogs } = started();
  held.surface!.phase("running");
  const answer = held.surface!.confirm("Sure?", never);
  assert.equal(run().status, "waiting");
  dialogs.answer(state.get().dialogs[0]!.id, true);
  assert.equal(await answer, true);
  assert.equal(run().status, "running");
});

Deno.test("a run waits until the last of its questions is answered, also one for a login", async () => {
  const { state, held, run, dialogs } = started();
  held.surface!.phase("running");
  const answer = held.surface!.confirm("Sure?", never);
  const login = held.surface!.login(SHOP, undefined, never);
  dialogs.answer(state.get().dialogs[0]!.id, true);
  await answer;
  assert.equal(run().status, "waiting");
  held.surface!.phase("running");
  assert.equal(run().status, "waiting");
  held.login.resolve(null);
  await login;
  assert.equal(run().status, "running");
});

const LATE: readonly [what: string, tell: (surface: RunSurface) => unknown][] = [
  ["a login is asked for", (surface) => void surface.login(SHOP, undefined, never)],
  ["it compiles", (surface) => surface.phase("compiling", { name: "net", fraction: 0.5 })],
  ["it runs", (surface) => surface.phase("running")],
  [
    "a progress shows",
    (surface) => surface.progress({ title: "P", label: "", fraction: 0, cancelable: true }),
  ],
];
for (const [what, tell] of LATE) {
  Deno.test(`a run that has ended stays as it is when it is told late that ${what}`, async () => {
    const { held, run, pages, end } = started();
    await end("ok");
    const ended = run();
    tell(held.surface!);
    assert.deepEqual([run(), pages()], [ended, []]);
    held.login.resolve(null);
    await held.login.promise;
    assert.deepEqual(run(), ended);
  });
}

Deno.test("stop() says so and asks the run to end, a second time only when it was seen to stop", () => {
  const { runs, run, calls } = started();
  runs.stop(run().id);
  runs.stop(run().id);
  assert.equal(run().status, "stopping");
  assert.deepEqual(calls, ["start tools/go", "stop"]);
  runs.stop(run().id, true);
  assert.deepEqual(calls, ["start tools/go", "stop", "stop"]);
});

Deno.test("a run that was stopped says so until it ends, whatever it was about to do", async () => {
  const { runs, held, run, end } = started();
  runs.stop(run().id);
  held.surface!.phase("compiling", { name: "go.go", fraction: 0.5 });
  assert.equal(run().status, "stopping");
  held.surface!.phase("running");
  assert.equal(run().status, "stopping");
  await held.surface!.alert("Shall I clean up?", AbortSignal.abort());
  assert.equal(run().status, "stopping");
  await end("stopped");
});

Deno.test("stop() is refused when the run has ended", async () => {
  const { runs, run, end } = started();
  await end("ok");
  assert.deepEqual(runs.stop(run().id), { ok: false, error: "This run has ended." });
});

Deno.test("finish() takes a loading toast and the progress away when the run ends", async () => {
  const { state, held, run, end } = started({ console: "always" });
  held.surface!.toast({ id: "t", type: "loading", title: "Busy", message: "" }, 0);
  held.surface!.progress({ title: "P", label: "", fraction: 0.5, cancelable: true });
  await end("ok");
  assert.deepEqual([state.get().toasts, run().progress], [[], null]);
});

Deno.test("finish() keeps the newest fifty ended runs", async () => {
  const { state, runs, held } = setup();
  for (let i = 0; i < 55; i++) {
    runs.start("tools", "go");
    held.end({ status: "stopped", ms: 1 });
    await until(() => state.get().runs.every(({ status }) => status === "stopped"));
  }
  assert.equal(state.get().runs.length, 50);
});

Deno.test("restore() puts earlier runs behind present ones, with the names of installed actions", async () => {
  const { state, runs, end } = started();
  await end("ok");
  const past = { status: "failed", startedAt: -90_000, ms: 5, error: "No." } as const;
  runs.restore([
    { ...past, id: "a.log", extension: "tools", action: "go" },
    { ...past, id: "b.log", extension: "gone", action: "old", startedAt: -99_000 },
  ]);
  assert.deepEqual(
    state.get().runs.map((run) => [run.extensionName, run.actionLabel, run.status, run.logLines]),
    [["Tools", "Go", "ok", 0], ["Tools", "Go", "failed", undefined], ["gone", "old", "failed", undefined]],
  );
});

Deno.test("a run of an earlier time has the names of its action again when that is installed again", () => {
  const { state, runs } = setup();
  const names = () => state.get().runs.map((run) => [run.extensionName, run.actionLabel]);
  const installed = state.get().extensions;
  state.update((s) => ({ ...s, extensions: [] }));
  const past = { status: "ok", startedAt: -90_000, ms: 5 } as const;
  runs.restore([
    { ...past, id: "a.log", extension: "tools", action: "go" },
    { ...past, id: "b.log", extension: "tools", action: "gone", startedAt: -99_000 },
  ]);
  assert.deepEqual(names(), [["tools", "go"], ["tools", "gone"]]);
  state.slice("extensions").update(() => installed);
  assert.deepEqual(names(), [["Tools", "Go"], ["tools", "gone"]]);
});

Deno.test("log() is that of the run while it is in the list, read from its file when it is one of an earlier time", async () => {
  const { runs, held, run, calls, end } = started();
  const { id } = run();
  assert.equal(runs.log(id), held.log);
  await end("ok");
  runs.restore([{ id: "a.log", extension: "tools", action: "go", status: "ok", startedAt: -9, ms: 5 }]);
  assert.equal(runs.log("a.log"), runs.log("a.log"));
  assert.deepEqual(calls, ["start tools/go", "pastLog a.log"]);
  await runs.dismiss(id);
  assert.deepEqual([runs.log(id), runs.log("b.log")], [null, null]);
});

Deno.test("dismiss() removes a run with its log, also a run of an earlier start of Kedge", async () => {
  const { state, runs, held, run, calls, end } = started();
  const { id } = run();
  assert.equal((await runs.dismiss(id)).ok, false);
  assert.deepEqual([held.log.forgotten, state.get().runs.length], [false, 1]);
  await end("ok");
  const past = { extension: "tools", action: "go", status: "ok", startedAt: -9, ms: 5 } as const;
  runs.restore([{ id: "a.log", ...past }, { id: "kept.log", ...past }]);
  assert.deepEqual(await runs.dismiss(id), { ok: true });
  assert.equal(held.log.forgotten, true);
  assert.deepEqual(await runs.dismiss("a.log"), { ok: true });
  assert.deepEqual(calls.slice(1), ["pastLog a.log", "forget a.log"]);
  const said = await runs.dismiss("kept.log");
  assert.match(said.ok ? "" : said.error, /^Its log could not be removed.*read-only/);
  assert.deepEqual(state.get().runs, []);
  // The log is gone already, so a second click has nothing to remove.
  assert.deepEqual(await runs.dismiss("a.log"), { ok: true });
  assert.equal(calls.length, 4);
});

Deno.test("signIn() of a run's face says which action asks and where it runs, and the run waits meanwhile", async () => {
  const { state, runs, held, run, calls } = setup({});
  state.update((now) => ({
    ...now,
    accounts: [account("111111111111", { name: "shop-production", env: "prd" })],
  }));
  runs.start("tools", "go");
  const asked = held.surface!.signIn!(
    { account: "111111111111", role: "Admin", region: "eu-west-1" },
    new AbortController().signal,
  );
  assert.equal(run().status, "waiting");
  assert.equal(await asked, true);
  assert.equal(run().status, "running");
  assert.equal(
    calls.at(-1),
    "sign in: Go of Tools. It runs in shop-production · 1111 1111 1111 as Admin.",
  );
});

for (const takesClicks of [true, false]) {
  Deno.test(`again() shows the run that goes on, and clicks nothing, when that one ${takesClicks ? "takes" : "takes no"} clicks`, async () => {
    const { state, runs, held, run, calls, end } = started();
    const { id } = run();
    await end("stopped");
    runs.start("tools", "go");
    held.surface!.button({ takesClicks });
    assert.deepEqual(runs.again(id), { ok: true });
    assert.deepEqual(calls, ["start tools/go", "start tools/go"]);
    assert.deepEqual(state.get().windows.map(({ page, params }) => [page, params.run]), [
      ["console", run().id],
    ]);
    assert.notEqual(run().id, id);
    await end("stopped");
    runs.again(id);
    assert.equal(calls.length, 3);
  });
}
