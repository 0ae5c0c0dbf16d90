import type { Command, CommandResult } from "../../../src/core/app/command.ts";
import { fixedRows, slice } from "../../../src/core/resources/rows.ts";
import { patched } from "../../../src/core/state/list.ts";
import type { AppState, LogLine } from "../../../src/core/state/state.ts";
import { fixedResources } from "./resources.ts";
import { type TestStore, testStore } from "./store.ts";
import { type Pages, type PagesOptions, servePages } from "../../../src/pages/mod.ts";

/** A page server over a test's own store, with a record of its calls. */
export interface TestPages extends Pages {
  readonly store: TestStore;
  readonly origin: string;
  readonly commands: { readonly command: Command; readonly window: string }[];
  readonly opened: string[];
  readonly uploads: { readonly name: string; readonly size: number }[];
  readonly errors: unknown[];
  /** Lines of every run; pages see new ones after the next change of the state. */
  readonly log: LogLine[];
  /** Opens a window as its user would. Returns the page's address and its cookie. */
  visit(window: string): Promise<{ readonly page: string; readonly cookie: string }>;
}

/** Serves pages of `state`. Answers every command with `{ok: true}` and executes only `resizeWindow`. */
export async function testPages(state: AppState, parts: Partial<PagesOptions> = {}): Promise<TestPages> {
  const store = testStore(state);
  const commands: TestPages["commands"] = [], opened: string[] = [], errors: unknown[] = [];
  const uploads: TestPages["uploads"] = [], log: LogLine[] = [];
  const done: CommandResult = { ok: true };
  const pages = await servePages({
    store,
    assets: { files: new Map([["main.js", new TextEncoder().encode("document.title = 'ran'")]]) },
    dispatch(command, window) {
      commands.push({ command, window });
      if (command.name === "resizeWindow") resize(store, command.window, command.height);
      return Promise.resolve(done);
    },
    read: (_, act) => act(),
    accountRoles: () => fixedRows([]),
    browsers: () => fixedRows([]),
    terminals: () => fixedRows([]),
    runLog: () => ({
      read: (from, count) => slice(log, from, count),
      subscribe(listener) {
        let known = log.length;
        return store.subscribe(() => {
          if (log.length === known) return;
          listener(known);
          known = log.length;
        });
      },
    }),
    queryWindows: noQueryWindows,
    resources: fixedResources({}),
    catalogue: { entries: () => fixedRows([]), detail: () => fixedRows([]) },
    search: { hits: () => fixedRows([]), status: () => fixedRows([]) },
    reviewTexts: () => Promise.resolve(null),
    icon: () => Promise.resolve(null),
    upload: (name, { length }) => (uploads.push({ name, size: length }), Promise.resolve(done)),
    openInBrowser: (url) => (opened.push(url), Promise.resolve()),
    onError: (error) => errors.push(error),
    ...parts,
  });
  const origin = `http://127.0.0.1:${pages.port}`;
  return {
    ...pages,
    store,
    origin,
    commands,
    opened,
    uploads,
    errors,
    log,
    async visit(window) {
      const response = await fetch(pages.openAddress(window), { redirect: "manual" });
      await response.body?.cancel();
      const cookie = response.headers.get("set-cookie")!.split(";")[0]!;
      return { page: origin + response.headers.get("location"), cookie };
    },
  };
}

const none = () => null;

/** Query windows without content. */
const noQueryWindows: PagesOptions["queryWindows"] = {
  text: none,
  rows: none,
  columns: none,
  cell: none,
  edits: none,
  sql: none,
  catalog: none,
  complete: none,
  joins: none,
  definition: none,
  askPreview: none,
  exportFile: none,
};

function resize(store: TestStore, id: string, height: number): void {
  store.slice("windows").update((windows) => patched(windows, id, { height }));
}
