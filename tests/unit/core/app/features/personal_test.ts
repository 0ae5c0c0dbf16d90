import assert from "node:assert/strict";
import { createPersonal } from "../../../../../src/core/app/features/personal/personal.ts";
import { createConfiguration } from "../../../../../src/core/app/features/settings/configuration.ts";
import { followActionShortcuts } from "../../../../../src/tray/shortcut/actions.ts";
import { foundEntries } from "../../../../../src/core/find/rows.ts";
import { withDesktopKeys } from "../../../../../src/core/state/desktop_keys.ts";
import { emptyState } from "../../../../support/pages/state.ts";
import { testStore } from "../../../../support/pages/store.ts";
import { extensions } from "../../../../desktop/gallery/state.ts";
import { rowsOf } from "../../../../support/pages/resources.ts";
import { config } from "../fixtures.ts";

function setup() {
  const store = testStore(emptyState({ extensions }));
  return { store, personal: createPersonal(store), extensions: store.slice("extensions") };
}

const refused: readonly [name: string, keys: string, error: RegExp][] = [
  ["what is no shortcut", "Ctrl+Banana", /./],
  ["the keys of the palette", "Ctrl+Shift+K", /opens the palette/],
  ["the keys of another action", "Alt+F8", /“Rotate access keys” already/],
];
for (const [name, keys, error] of refused) {
  Deno.test(`shortcut() refuses ${name}`, () => {
    const { store, personal } = setup();
    assert.deepEqual(personal.shortcut("key-rotation", "rotate", "alt+f8"), { ok: true });
    const result = personal.shortcut("key-rotation", "report", keys);
    assert.match(result.ok ? "" : result.error, error);
    assert.deepEqual(store.get().personal.shortcuts, { "action:key-rotation/rotate": "Alt+F8" });
  });
}

Deno.test("a pinned server that is renamed stays pinned, in its place", () => {
  const store = testStore(emptyState({ extensions }));
  const personal = createPersonal(store), configuration = createConfiguration(store);
  const server = (name: string) =>
    ({ name, engine: "postgres", host: name === "other" ? name : "db", port: 5432, tls: false }) as const;
  const configure = (...names: string[]) =>
    configuration.apply({
      status: "loaded",
      config: config({ servers: names.map(server) }),
      diagnostics: [],
    });
  configure("shop", "other");
  for (const entry of ["server:shop", "kedge:settings"]) personal.pin(entry, true);
  configure("store", "other");
  assert.deepEqual(store.get().personal.pins, ["server:store", "kedge:settings"]);
  // `store` disappears while `other` stays: that is no rename, so the pin keeps its old name.
  configure("other");
  assert.deepEqual(store.get().personal.pins, ["server:store", "kedge:settings"]);
});

Deno.test("shortcut() gives the keys of an action that is gone to another one", () => {
  const { store, personal, extensions: installed } = setup();
  const before = store.get().extensions;
  personal.shortcut("orders", "refund", "Alt+F8");
  installed.update((all) => all.filter(({ id }) => id !== "orders"));
  assert.deepEqual(personal.shortcut("key-rotation", "rotate", "Alt+F8"), { ok: true });
  installed.update(() => before);
  assert.deepEqual(store.get().personal.shortcuts, { "action:key-rotation/rotate": "Alt+F8" });
});

Deno.test("the palette begins with what is pinned, in the order it was, and shows keys", async () => {
  const { store, personal } = setup();
  personal.pin("action:orders/refund", true);
  personal.pin("kedge:settings", true);
  personal.shortcut("orders", "refund", "Alt+F8");
  const rows = await rowsOf(foundEntries(store, ""), 4);
  assert.deepEqual(
    rows.map(({ title, section, pinned, keys }) => [title, section, pinned, keys]),
    [
      ["Refund an order", "Pinned", true, "Alt+F8"],
      ["Settings", "Pinned", true, undefined],
      ["Rotate access keys", "Actions", false, undefined],
      ["Age report", "Actions", false, undefined],
    ],
  );
});

Deno.test("foundEntries() shows the keys that the desktop has in place of an action's own", async () => {
  const { store, personal } = setup();
  personal.pin("action:orders/refund", true);
  personal.shortcut("orders", "refund", "Alt+F8");
  const entries = foundEntries(store, ""), desktopKeys = store.slice("desktopKeys");
  const keys = async () => {
    return (await rowsOf(entries, 1))[0]!.keys;
  };
  assert.equal(await keys(), "Alt+F8");
  desktopKeys.update((all) => withDesktopKeys(all, "action:orders/refund", "Meta+K"));
  assert.equal(await keys(), "Meta+K");
  desktopKeys.update((all) => withDesktopKeys(all, "action:orders/refund", null));
  assert.equal(await keys(), "Alt+F8");
});

Deno.test("followActionShortcuts() listens for actions that are there, with the keys they have", async () => {
  const { store, personal, extensions: installed } = setup();
  const calls: string[] = [];
  const presses: (() => void)[] = [];
  let desktop = (_keys: string | null) => {};
  const following = followActionShortcuts(store, {
    run: (extension, action) => calls.push(`run ${extension}/${action}`),
    onProblem: (code, problem) => calls.push(`${problem ? "problem" : "clear"} ${code}`),
    onKeys: (id, keys) => calls.push(`${id} has ${keys}`),
  }, ({ onPress, onKeys }) => {
    presses.push(onPress);
    desktop = onKeys!;
    return {
      set: (keys) => Promise.resolve(void calls.push(`set ${keys}`)),
      stop: () => Promise.resolve(void calls.push("stop")),
    };
  });
  personal.shortcut("orders", "refund", "Alt+F8");
  presses[0]!();
  desktop("Meta+K");
  personal.shortcut("orders", "refund", "Alt+F9");
  installed.update((all) => all.filter(({ id }) => id !== "orders"));
  assert.deepEqual(calls, [
    "set Alt+F8",
    "run orders/refund",
    "action:orders/refund has Meta+K",
    "set Alt+F9",
    "stop",
    "clear shortcut-unavailable-action:orders/refund",
    "action:orders/refund has null",
  ]);
  await following.stop();
});

Deno.test("followActionShortcuts() takes no keys that are still being given back", async () => {
  const { store, personal, extensions: installed } = setup();
  const calls: string[] = [];
  const given = Promise.withResolvers<void>();
  const following = followActionShortcuts(store, {
    run: () => {},
    onProblem: () => {},
    onKeys: () => {},
  }, ({ purpose }) => ({
    set: (keys) => Promise.resolve(void calls.push(`set ${keys}: ${purpose?.id}, ${purpose?.description}`)),
    stop: () => given.promise,
  }));
  personal.shortcut("orders", "refund", "Alt+F8");
  const before = store.get().extensions;
  installed.update((all) => all.filter(({ id }) => id !== "orders"));
  // The extension is installed again, as in an update, and its shortcut is changed at once.
  installed.update(() => before);
  personal.shortcut("orders", "refund", "Alt+F9");
  assert.equal(calls.length, 1);
  given.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  const name = "action:orders/refund, Run “Refund an order” of Order tools with Kedge";
  assert.deepEqual([...new Set(calls)], [`set Alt+F8: ${name}`, `set Alt+F9: ${name}`]);
  await following.stop();
});
