import { deepEqual } from "node:assert/strict";
import { closesWindow } from "../../../../src/core/app/closed_window.ts";
import { createWindows } from "../../../../src/core/app/windows.ts";
import { PAGES } from "../../../../src/pages/registry.ts";
import { store } from "./fixtures.ts";

/** A window, and what is ended with it. */
const CASES: readonly (readonly [page: string, params: Record<string, string>, ended: readonly string[]])[] =
  [
    ["dialog", { dialog: "d" }, ["dialog d"]],
    ["sign_in", {}, ["sign-in"]],
    ["everywhere", {}, ["search"]],
    ["review", { review: "r" }, ["review r"]],
    ["link", { link: "l" }, ["link l"]],
    ["grant", { question: "q" }, ["question q"]],
    ["query", { server: "s" }, ["query s"]],
    ["publish", { extension: "tools" }, ["publishing tools"]],
    ["configure", { extension: "tools", action: "run" }, []],
    ["settings", {}, []],
  ];
for (const [page, params, ended] of CASES) {
  Deno.test(`closesWindow() ends ${ended.join() || "nothing"} with a window of ${page}`, () => {
    const state = store(), windows = createWindows(state, PAGES);
    const calls: string[] = [];
    const note = (what: string) => (id?: string) =>
      void calls.push(id === undefined ? what : `${what} ${id}`);
    const refused = (what: string) => (id?: string) => (note(what)(id), { ok: true } as const);
    const close = closesWindow(
      state,
      {
        windows,
        dialogs: { cancel: note("dialog") },
        signIn: { cancel: refused("sign-in") },
        search: { end: note("search") },
        extensions: { reject: refused("review") },
        links: { drop: refused("link") },
        gate: { questionClosed: note("question") },
        queryWindows: { closed: (server) => Promise.resolve(note("query")(server)) },
        development: { publishing: { closed: note("publishing") } },
      } as Parameters<typeof closesWindow>[1],
    );
    close("another");
    close(windows.open(page, params));
    deepEqual([calls, state.get().windows], [ended, []]);
  });
}
