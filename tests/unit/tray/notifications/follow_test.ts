import assert from "node:assert/strict";
import { createToasts } from "../../../../src/core/app/features/toasts/toasts.ts";
import { createWindows } from "../../../../src/core/app/windows.ts";
import { type PageName, PAGES } from "../../../../src/pages/registry.ts";
import { followToasts } from "../../../../src/tray/notifications/follow.ts";
import type { Notification } from "../../../../src/tray/notifications/notifier.ts";
import { store } from "../../core/app/fixtures.ts";

function setup(delivered = true) {
  const state = store();
  const shown: string[] = [], opened: string[] = [];
  followToasts(state, {
    show: ({ title, message }) => {
      shown.push(`${title}: ${message}`);
      return Promise.resolve(delivered);
    },
    close: () => {},
  }, (page, params) => opened.push(params?.run ?? page));
  return { state, toasts: createToasts(state, () => 1), windows: createWindows(state, PAGES), shown, opened };
}

const toast = { id: "t", run: "r", type: "success", title: "Deploy", message: "Done" } as const;

for (
  const [what, page, params, count] of [
    ["no window is open", null, {}, 1],
    ["the run's console is open", "console", { run: "r" }, 0],
    ["another run's console is open", "console", { run: "x" }, 1],
    ["the start page is open", "home", {}, 0],
    ["the settings are open", "settings", {}, 1],
  ] as [string, PageName | null, Record<string, string>, number][]
) {
  Deno.test(`followToasts() shows ${count} notifications when ${what}`, () => {
    const { toasts, windows, shown } = setup();
    if (page) windows.open(page, params);
    toasts.show(toast);
    assert.equal(shown.length, count);
  });
}

Deno.test("followToasts() shows no notification of a run that the window of its extension shows", () => {
  const { state, toasts, windows, shown } = setup();
  const of = { id: "e", name: "E", trust: "trusted", hash: "", installedAt: 1, diagnostics: [], actions: [] };
  const run = { extension: "e", extensionName: "E", action: "a", actionLabel: "A", context: null };
  const now = { status: "running", startedAt: 1, button: { takesClicks: false }, progress: null } as const;
  state.update((s) => ({
    ...s,
    extensions: [{ ...of, source: "/home/ada/e", developed: true } as typeof s.extensions[number]],
    runs: [{ id: "r", ...run, ...now, developed: true }],
  }));
  toasts.show(toast);
  windows.open("development", { folder: "/home/ada/e" });
  toasts.show({ ...toast, id: "later" });
  assert.equal(shown.length, 1);
});

Deno.test("followToasts() says a changed toast again and an unchanged one once", () => {
  const { toasts, shown } = setup();
  toasts.show({ ...toast, type: "loading" });
  toasts.show(toast);
  toasts.show(toast);
  toasts.show({ ...toast, message: "Really done" });
  assert.deepEqual(shown, ["Deploy: Done", "Deploy: Really done"]);
});

for (const [type, opened] of [["error", ["r"]], ["success", []]] as const) {
  Deno.test(`followToasts() opens [${opened}] when the desktop has no notifications and the toast is ${type}`, async () => {
    const { toasts, opened: got } = setup(false);
    toasts.show({ ...toast, type });
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual(got, [...opened]);
  });
}

Deno.test("followToasts() shows no flood, opens what failed in it, and goes on when it is over", () => {
  const state = store();
  let time = 0, shown = 0;
  const opened: string[] = [];
  const notifier = { show: () => (shown++, Promise.resolve(true)), close: () => {} };
  followToasts(state, notifier, (_, params) => opened.push(params!.run!), () => time);
  const toasts = createToasts(state, () => 1);
  for (let i = 0; i < 1000; i++) toasts.show({ ...toast, message: `${i}` });
  assert.equal(shown, 10);
  toasts.show({ ...toast, type: "error" });
  assert.deepEqual([shown, ...opened], [10, "r"]);
  time = 10_001;
  toasts.show({ ...toast, message: "later" });
  assert.equal(shown, 11);
});

Deno.test("followToasts() leads to the page of a toast by a button with its word", () => {
  const state = store();
  const opened: string[] = [];
  let shown: Notification | undefined;
  const notifier = { show: (it: Notification) => (shown = it, Promise.resolve(true)), close: () => {} };
  followToasts(state, notifier, (page, params) => opened.push(`${page} ${JSON.stringify(params ?? {})}`));
  const { run: _, ...own } = toast;
  createToasts(state, () => 1).show({
    ...own,
    opens: { label: "Show the service", page: "services", params: { service: "web" } },
  });
  assert.equal(shown?.button, "Show the service");
  shown?.onOpen?.();
  assert.deepEqual(opened, ['services {"service":"web"}']);
});
