import { join } from "node:path";
import type { Server } from "../../../src/core/config/config.ts";
import { Secret } from "../../../src/core/secret.ts";
import { createQueryWindow, openTexts } from "../../../src/core/sql/query_window/mod.ts";
import type { QueryWindow, Tab } from "../../../src/core/sql/query_window/types.ts";
import { spillFolder } from "../../../src/core/sql/spill/mod.ts";
import type { ResultState, TabState } from "../../../src/core/state/query_window.ts";
import { beginWait } from "../../runner/slowness.ts";
import type { DatabaseServer } from "../servers/server.ts";
import { removeFolder } from "../remove_folder.ts";
import { unexpected } from "../../unit/core/app/fixtures.ts";

/** A query window on a real server, without a visible window. */
export interface TestQueryWindow {
  readonly queryWindow: QueryWindow;
  readonly tab: Tab;
  /** Returns how many times the user was asked for a login. */
  logins(): number;
  /** Waits until the tab's state fulfils a condition; throws with the state after a minute. */
  until(holds: (tab: TabState) => boolean): Promise<void>;
  /** Runs a text, waits for the end and returns the results of this run. */
  run(text: string, more?: Partial<Parameters<Tab["run"]>[0]>): Promise<readonly ResultState[]>;
  /** Confirms the open question, waits for the end and returns the results. */
  agree(): Promise<readonly ResultState[]>;
  rows(result: ResultState, from?: number, count?: number): Promise<readonly (readonly (string | null)[])[]>;
  close(): Promise<void>;
}

/** Opens the query window of a server; `folder` stores its texts. */
export async function openQueryWindow(
  real: Pick<DatabaseServer, "host" | "port" | "user" | "password">,
  server: Pick<Server, "engine"> & Partial<Server>,
  options: { folder?: string; page?: number; patience?: number; free?: () => number } = {},
): Promise<TestQueryWindow> {
  const folder = options.folder ?? await Deno.makeTempDir({ prefix: "kedge-query-" });
  const place = spillFolder(join(folder, "results"));
  const stored = await openTexts(join(folder, "queries"), { name: "x", ...server }, () => {});
  let logins = 0;
  const queryWindow = createQueryWindow({
    server: { name: "x", host: real.host, port: real.port, tls: false, ...server },
    stored,
    login: () => {
      logins++;
      return Promise.resolve({
        user: real.user,
        password: new Secret(real.password),
        keep: () => Promise.resolve(),
      });
    },
    spillFolder: async () => ({
      ...await place,
      ...(options.free && { free: () => Promise.resolve(options.free!()) }),
    }),
    page: () => options.page ?? 50,
    now: Date.now,
    changed: () => {},
    pastChanged: () => {},
    remade: () => {},
    onError: unexpected,
    ...(options.patience === undefined ? {} : { patience: options.patience }),
  });
  const tab = queryWindow.tab(queryWindow.state.tabs[0]!.id)!;
  const until = async (holds: (tab: TabState) => boolean) => {
    const isOver = beginWait(60_000);
    while (!holds(tab.state)) {
      if (isOver()) throw new Error(`never so: ${holds}\n${JSON.stringify(tab.state, null, 1)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const resultsOf = async (begin: () => ReturnType<Tab["run"]>) => {
    const before = new Set(tab.state.results.map(({ id }) => id));
    const said = begin();
    if (!said.ok) throw new Error(said.error);
    await until(({ run }) => run === null || run.paused);
    return tab.state.results.filter(({ id }) => !before.has(id));
  };
  return {
    queryWindow,
    tab,
    logins: () => logins,
    until,
    run: (text, more = {}) => resultsOf(() => tab.run({ text, pick: "all", ...more })),
    agree: () => resultsOf(() => tab.answer(tab.state.ask!.id, "run")),
    async rows({ id }, from = 0, count = 100) {
      const read = await tab.rows(id, { sort: null, filter: "" })!.read(
        from,
        count,
        new AbortController().signal,
      );
      if (!read.ok) throw new Error(read.error);
      return read.rows.map(({ cells }) => cells);
    },
    async close() {
      await queryWindow.close();
      if (options.folder === undefined) await removeFolder(folder);
    },
  };
}
