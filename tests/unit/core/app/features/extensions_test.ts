import assert from "node:assert/strict";
import { createAhead } from "../../../../../src/core/app/features/extensions/ahead.ts";
import {
  createExtensions,
  type ExtensionServices,
} from "../../../../../src/core/app/features/extensions/extensions.ts";
import { createWindows } from "../../../../../src/core/app/windows.ts";
import type { Server } from "../../../../../src/core/config/config.ts";
import type { ExtensionState, ReviewedBundle } from "../../../../../src/core/state/state.ts";
import { run } from "../../../../support/pages/state.ts";
import { store, until } from "../fixtures.ts";
import { PAGES } from "../../../../../src/pages/registry.ts";
import { action, extension } from "../../../../support/pages/state.ts";

type Bundle = { hash: string };
const HASH = "a".repeat(64);
const listed = extension("tools", [action("go", { label: "Go" })], { name: "Tools", hash: HASH });
const shown = { id: "tools", name: "Tools", hash: HASH, change: "install" } as ReviewedBundle;

/** Stands for the list of extensions in development, which is empty here. */
const noneDeveloped = {
  over: (all: readonly ExtensionState[]) => all,
  has: () => false,
  saveOverrides: () => false,
};

function setup(over: Partial<ExtensionServices<Bundle>> = {}) {
  const state = store();
  const windows = createWindows(state, PAGES);
  const calls: string[] = [];
  const services: ExtensionServices<Bundle> = {
    load: (source) => Promise.resolve({ bundle: { hash: HASH }, diagnostics: [], source }),
    loadBytes: (_bytes, name) => Promise.resolve({ bundle: { hash: HASH }, diagnostics: [], source: name }),
    restore: (id) => Promise.resolve(id === "tools"),
    loadInstalled: (id) => Promise.resolve({ bundle: { hash: HASH }, diagnostics: [], source: id }),
    review: () => Promise.resolve(shown),
    file: () => null,
    texts: () => Promise.resolve(null),
    install: (bundle, source) => Promise.resolve(void calls.push(`install ${bundle.hash} ${source}`)),
    uninstall: (id, forget) => Promise.resolve(void calls.push(`uninstall ${id} ${forget}`)),
    list: () => Promise.resolve([listed]),
    warm: (id) => Promise.resolve(void calls.push(`warm ${id}`)),
    couldPress: () => false,
    saveOverrides: () => Promise.resolve(),
    ...over,
  };
  return { state, calls, extensions: createExtensions(state, windows, services, noneDeveloped) };
}

async function begin(parts: ReturnType<typeof setup>): Promise<string> {
  await parts.extensions.beginInstall("/t.kedgeext");
  return parts.state.get().reviews[0]!.id;
}

/** Each call returns the next list; once all are used, the last one again. */
const lists = (...all: ExtensionState[][]) => {
  let at = 0;
  return () => Promise.resolve(all[Math.min(at++, all.length - 1)]!);
};

Deno.test("confirm() installs the reviewed bytes, refreshes the list and warms the actions", async () => {
  const parts = setup({ list: lists([], [listed]) });
  await parts.extensions.refresh();
  const review = await begin(parts);
  assert.equal(parts.state.get().reviews[0]!.status, "ready");
  assert.deepEqual(await parts.extensions.confirm(review, HASH), { ok: true });
  assert.deepEqual(parts.calls, [`install ${HASH} /t.kedgeext`, "warm tools"]);
  assert.equal(parts.state.get().extensions.length, 1);
  assert.equal(parts.state.get().reviews[0]!.status, "installed");
});

Deno.test("beginInstall() names the window by what is read, then by the extension", async () => {
  const read = Promise.withResolvers<void>();
  const parts = setup({ review: () => read.promise.then(() => shown) });
  const titles: string[] = [];
  parts.state.subscribe(({ windows }) => titles.push(...windows.map(({ title }) => title)));
  const begun = parts.extensions.beginInstall("/t.kedgeext");
  read.resolve();
  await begun;
  assert.deepEqual([...new Set(titles)], ["Review · t.kedgeext", "Review · Tools"]);
});

Deno.test("confirm() installs nothing when the hash is another", async () => {
  const parts = setup();
  const review = await begin(parts);
  assert.equal((await parts.extensions.confirm(review, "b".repeat(64))).ok, false);
  assert.deepEqual(parts.calls, []);
});

const PRESSING:
  readonly (readonly [what: string, could: boolean | null, runs: number, installed: boolean])[] = [
    ["while an action could press it", true, 1, false],
    ["while another Kedge's action could press it", true, 0, false],
    ["while no action that runs could press it", false, 1, true],
    ["while an action runs and nobody knows what it can do", null, 1, false],
    ["while none runs", null, 0, true],
  ];
for (const [what, could, runs, installed] of PRESSING) {
  Deno.test(`confirm() and a new permission to write are ${installed ? "taken" : "refused"} ${what}`, async () => {
    const saved: unknown[] = [];
    const parts = setup({
      couldPress: () => could,
      saveOverrides: (...all) => Promise.resolve(void saved.push(all)),
    });
    const review = await begin(parts);
    const server = { name: "orders", engine: "postgres", host: "db", port: 5432 } as unknown as Server;
    parts.state.update((state) => ({
      ...state,
      runs: Array.from({ length: runs }, (_, n) => run(`${n}`)),
      config: { ...state.config, value: { ...state.config.value, servers: [server] } },
    }));
    assert.equal((await parts.extensions.confirm(review, HASH)).ok, installed);
    assert.equal(parts.calls.length > 0, installed);
    const write = [{ server: "orders", at: "db:5432" }];
    assert.equal((await parts.extensions.saveOverrides("tools", "go", { write })).ok, installed);
    assert.equal(saved.length > 0, installed);
    // Removing a right to write is harmless, so it is allowed at any time.
    assert.equal((await parts.extensions.saveOverrides("tools", "go", { write: [] })).ok, true);
  });
}

Deno.test("confirm() installs only once when it comes twice", async () => {
  const parts = setup();
  const review = await begin(parts);
  const [first, second] = await Promise.all([
    parts.extensions.confirm(review, HASH),
    parts.extensions.confirm(review, HASH),
  ]);
  assert.deepEqual([first.ok, second.ok], [true, false]);
  assert.equal(parts.calls.filter((call) => call.startsWith("install")).length, 1);
});

for (const [what, installedHash] of [["a version", "1"], ["nothing", undefined]] as const) {
  Deno.test(`confirm() installs over ${what} when the review has compared with ${what}`, async () => {
    const overs: unknown[] = [];
    const parts = setup({
      review: () => Promise.resolve({ ...shown, ...(installedHash && { installedHash }) }),
      install: (_bundle, _source, over) => Promise.resolve(void overs.push(over)),
    });
    assert.deepEqual(await parts.extensions.confirm(await begin(parts), HASH), { ok: true });
    assert.deepEqual(overs, [installedHash ?? null]);
  });
}

Deno.test("confirm() installs nothing when the review was closed", async () => {
  const parts = setup();
  const review = await begin(parts);
  parts.extensions.reject(review);
  assert.equal((await parts.extensions.confirm(review, HASH)).ok, false);
  assert.deepEqual([parts.calls, parts.state.get().reviews, parts.state.get().windows], [[], [], []]);
});

Deno.test("beginInstall() shows every problem and holds nothing when the bundle is refused", async () => {
  const diagnostics = [{ severity: "error", code: "x", path: [], message: "Bad." }] as const;
  const parts = setup({ load: (source) => Promise.resolve({ bundle: null, diagnostics, source }) });
  const review = await begin(parts);
  assert.equal(parts.state.get().reviews[0]!.status, "refused");
  assert.deepEqual(parts.state.get().reviews[0]!.diagnostics, diagnostics);
  assert.equal((await parts.extensions.confirm(review, HASH)).ok, false);
});

Deno.test("beginInstall() says why when the source cannot be read", async () => {
  const parts = setup({ load: () => Promise.reject(new Error("No such file.")) });
  assert.deepEqual(await parts.extensions.beginInstall("/x"), { ok: false, error: "No such file." });
});

Deno.test("reject() stops a download that still runs", async () => {
  let seen: AbortSignal | undefined;
  const parts = setup({
    load: (source, signal) => {
      seen = signal;
      return new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(new Error(`stopped ${source}`)))
      );
    },
  });
  const done = parts.extensions.beginInstall("https://x.test/a.kedgeext");
  parts.extensions.reject(parts.state.get().reviews[0]!.id);
  await done;
  assert.equal(seen!.aborted, true);
  assert.deepEqual(parts.state.get().reviews, []);
});

Deno.test("beginInstall() says what cannot be read, and does not call it a broken bundle", async () => {
  const parts = setup({
    load: (source) =>
      Promise.resolve({
        bundle: null,
        source,
        unreadable: true,
        diagnostics: [{
          severity: "error",
          code: "unreadable",
          path: [],
          message: 'there is no "/x"',
          hint: "Check the path.",
        }],
      }),
  });
  const refused = { ok: false, error: 'There is no "/x".', hint: "Check the path." };
  assert.deepEqual(await parts.extensions.beginInstall("/x"), refused);
  assert.deepEqual([parts.state.get().reviews, parts.state.get().windows], [[], []]);
});

Deno.test("beginInstall() says in a window that is open already what could not be read", async () => {
  const loading = Promise.withResolvers<never>();
  const parts = setup({ load: () => loading.promise });
  const done = parts.extensions.beginInstall("https://x.test/a.kedgeext");
  while (parts.state.get().windows.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  loading.reject(new Error("The server hung up."));
  assert.deepEqual(await done, { ok: false, error: "The server hung up." });
  const { status, error } = parts.state.get().reviews[0]!;
  assert.deepEqual([status, error], ["failed", "The server hung up."]);
});

Deno.test("reviewInstalled() says that the files are those of an installed extension", async () => {
  const parts = setup();
  await parts.extensions.reviewInstalled("tools");
  assert.equal(parts.state.get().reviews[0]!.installed, true);
});

Deno.test("confirm() tries again after a failure", async () => {
  let full = true;
  const parts = setup({
    install: () => full ? Promise.reject(new Error("The disk is full.")) : Promise.resolve(),
  });
  const review = await begin(parts);
  assert.deepEqual(await parts.extensions.confirm(review, HASH), { ok: false, error: "The disk is full." });
  full = false;
  assert.deepEqual(await parts.extensions.confirm(review, HASH), { ok: true });
});

for (
  const [what, before, warmed] of [
    ["another program has installed it", [], ["warm tools"]],
    ["another program has installed another version", [{ ...listed, hash: "0".repeat(64) }], ["warm tools"]],
    ["it is what it was", [listed], []],
  ] as const
) {
  Deno.test(`refresh() compiles ${warmed.length > 0 ? "an extension ahead" : "nothing"} when ${what}`, async () => {
    const parts = setup({ list: lists([...before], [listed]) });
    await parts.extensions.refresh();
    await parts.extensions.refresh();
    assert.deepEqual(parts.calls, warmed);
  });
}

Deno.test("createAhead() tells what it compiles while it takes long", async () => {
  const compiled = Promise.withResolvers<void>(), told: boolean[] = [];
  const ahead = createAhead(
    () => compiled.promise,
    () => told.push(ahead.marked([listed])[0]!.ahead ?? false),
    1,
  );
  ahead.follow([], [listed]);
  assert.deepEqual(ahead.marked([listed]), [listed]);
  await until(() => told.length > 0);
  compiled.resolve();
  await until(() => told.length > 1);
  assert.deepEqual(told, [true, false]);
});

Deno.test("restore() puts back what was reviewed, or says that it is gone", async () => {
  const parts = setup({ list: lists([{ ...listed, trust: "changed" }], [listed]) });
  await parts.extensions.refresh();
  assert.deepEqual(await parts.extensions.restore("tools"), { ok: true });
  assert.deepEqual(parts.calls, ["warm tools"]);
  assert.equal(parts.state.get().extensions.length, 1);
  const gone = await parts.extensions.restore("other");
  assert.equal(!gone.ok && gone.error, "What you reviewed is not kept any more.");
});

Deno.test("uninstall() is refused while an action of the extension runs", async () => {
  const parts = setup();
  await parts.extensions.refresh();
  parts.state.update((state) => ({ ...state, runs: [run("r", { extension: "tools", actionLabel: "Go" })] }));
  const result = await parts.extensions.uninstall("tools", false);
  assert.deepEqual(result, { ok: false, error: '"Go" is running.', hint: "Stop it first." });
  assert.deepEqual(parts.calls, []);
});

Deno.test("refresh() keeps the identity of extensions that are as they were", async () => {
  let all = [listed, { ...listed, id: "other" }];
  const parts = setup({ list: () => Promise.resolve(structuredClone(all)) });
  await parts.extensions.refresh();
  const [tools, other] = parts.state.get().extensions;
  all = [listed, { ...listed, id: "other", version: "2" }];
  await parts.extensions.refresh();
  const after = parts.state.get().extensions;
  assert.deepEqual([after[0] === tools, after[1] === other, after[1]!.version], [true, false, "2"]);
});

for (const [comes, order] of [["last", [0, 1]], ["first", [1, 0]]] as const) {
  Deno.test(`refresh() shows what the list that was begun last has, when that one comes ${comes}`, async () => {
    const answers: ((all: readonly ExtensionState[]) => void)[] = [];
    const { state, extensions } = setup({
      list: () => new Promise((resolve) => void answers.push(resolve)),
    });
    const both = [extensions.refresh(), extensions.refresh()];
    for (const at of order) {
      answers[at]!(at === 0 ? [] : [listed]);
      await both[at];
    }
    assert.deepEqual(state.get().extensions, [listed]);
  });
}

Deno.test("a review that is asked for twice is there once, unless something else is installed by then", async () => {
  let installedHash = "1";
  const { state, extensions } = setup({ review: () => Promise.resolve({ ...shown, installedHash }) });
  const all = () => state.get().reviews.map(({ id, status }) => [id, status]);
  const [one, two] = await Promise.all([
    extensions.reviewInstalled("tools"),
    extensions.reviewInstalled("tools"),
  ]);
  const again = await extensions.reviewInstalled("tools");
  assert.deepEqual([two, again], [one, one]);
  const { review } = (one as { readonly value: { readonly review: string } }).value;
  assert.deepEqual(all(), [[review, "ready"]]);
  assert.deepEqual(state.get().windows.map(({ params }) => params), [{ review }]);
  // The same bundle from another folder, or over another version, gets its own review.
  await extensions.beginInstall("/elsewhere");
  assert.equal(all().length, 2);
  installedHash = "2";
  await extensions.reviewInstalled("tools");
  assert.equal(all().length, 3);
});

Deno.test("saveOverrides() says why settings could not be saved", async () => {
  const parts = setup({
    saveOverrides: () =>
      Promise.reject(Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" })),
  });
  const refused = await parts.extensions.saveOverrides("tools", "go", {});
  assert.match(refused.ok ? "" : refused.error, /^The settings could not be saved/);
});
