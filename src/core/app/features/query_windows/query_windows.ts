import { isProduction } from "../../../accounts/environments.ts";
import type { Server } from "../../../config/config.ts";
import type { FoundServer } from "../../../sql/found.ts";
import type { QueryTexts, QueryWindow, Tab } from "../../../sql/query_window/types.ts";
import { renamedServers } from "../../../state/known_servers.ts";
import { placed, without } from "../../../state/list.ts";
import type { QueryWindowState } from "../../../state/query_window.ts";
import { type CommandOutcome, type CommandResult, refusal } from "../../../result.ts";
import { unknownServer } from "../../server_refusals.ts";
import { createAsking } from "./asking.ts";
import { createCatalogs } from "./catalogs.ts";
import type { FailedQuery } from "./failed_query.ts";
import { decideBeforeEnd, decideClosed } from "./leaving.ts";
import { queryLists } from "./lists.ts";
import { createKnownTables } from "./known_tables.ts";
import { type OpenedAt, putText } from "./opened_at.ts";
import type { QueryWindowParts } from "./parts.ts";
import { createQueryServers, isSame } from "./servers.ts";
import { POINTER } from "../../../sql/engines/mod.ts";

/** Maximum number of statements of all servers that typing can find. */
const MAX_PAST = 2000;

/** The query windows of all servers. */
export type QueryWindows = ReturnType<typeof createQueryWindows>;

/** Makes the query windows. */
export function createQueryWindows({ tables, ...parts }: QueryWindowParts) {
  const { store, windows, dialogs, login, onLogin, sql, assistant, environments, now, onError } = parts;
  const states = store.slices.queryWindows;
  const past = store.slices.pastQueries;
  const known = createKnownTables(store.slices.knownTables, tables, onError);
  const queryWindows = new Map<string, QueryWindow>();
  const servers = createQueryServers(store, login, environments);
  // New connections must not use a login that was replaced.
  onLogin(servers.forget);
  /** The server of each open window, as the window connects to it. */
  const reached = new Map<string, Server>();
  const catalogs = createCatalogs(async () => {
    const { createCatalog } = await sql();
    return (name) => {
      const server = servers.find(name);
      return server
        ? createCatalog(server, servers.login(name), (tables) => known.learn(server, tables))
        : null;
    };
  });
  /** Texts of open windows, and of closed windows until they are written. */
  const texts = new Map<string, QueryTexts>();
  /** Number of each window's newest request for its environment, so that older answers are dropped. */
  const labelling = new WeakMap<QueryWindow, number>();
  const opening = new Map<string, Promise<QueryWindow>>();
  let deciding: Promise<boolean> | null = null;
  /** Settles when saved texts are moved to renamed servers. A window opens only after that. */
  let renaming: Promise<unknown> = Promise.resolve();
  /** What is said of windows beside their own state, which replaces the shown one at each change. */
  const notes = new Map<string, Pick<QueryWindowState, "notSaved" | "renamed">>();
  const set = (given: QueryWindowState) => {
    const state = servers.withOrigin({ ...given, ...notes.get(given.server) });
    states.update((all) => placed(all, state, ({ server }) => server === state.server));
  };

  async function make(server: Server): Promise<QueryWindow> {
    const tools = await sql();
    const { name } = server;
    // A window that was just closed may still be writing its texts.
    await texts.get(name)?.flush();
    await renaming;
    notes.delete(name);
    const stored = await tools.openTexts(server, (why) => note(name, { notSaved: why ?? undefined }));
    const queryWindow: QueryWindow = tools.createQueryWindow({
      server,
      stored,
      login: servers.login(name),
      page: () => store.get().config.value.perPage,
      now,
      changed: (state) => queryWindows.get(name) === queryWindow && set(state),
      pastChanged: () => pastChanged(queryWindow, name),
      remade: () => catalogs.get(name)?.refresh(),
      onError,
    });
    queryWindows.set(name, queryWindow);
    texts.set(name, stored);
    reached.set(name, server);
    await label(name, queryWindow);
    pastChanged(queryWindow, name);
    return queryWindow;
  }

  /** Applies changes of the configuration and the accounts to open windows. */
  store.subscribe((state, before) => {
    const { config, accounts } = state;
    const configured = config.value !== before.config.value;
    if (!configured && accounts === before.accounts) return;
    for (const [from, to] of renamedServers(state, before)) {
      renaming = renaming.then(() => rename(from, to)).catch(onError);
      for (const name of queryWindows.keys()) {
        if ((notes.get(name)?.renamed ?? name) === from) note(name, { renamed: to });
      }
    }
    for (const [name, queryWindow] of queryWindows) {
      const server = servers.find(name);
      if (server) note(name, { renamed: undefined });
      if (configured && server && !isSame(server, reached.get(name))) reachAnew(name, queryWindow, server);
      // The environment of a found server is that of its account.
      if (configured || servers.foundAs(name) !== undefined) void label(name, queryWindow).catch(onError);
    }
  });

  async function rename(from: string, to: string): Promise<void> {
    await texts.get(from)?.flush();
    await parts.renameQueries(from, to);
    past.update((all) => all.map((one) => one.server === from ? { ...one, server: to } : one));
  }

  /** Reconnects an open window when its server's address, way or login has changed. */
  function reachAnew(name: string, queryWindow: QueryWindow, server: Server): void {
    reached.set(name, server);
    servers.forget(name);
    // Open connections see a change of the server by a new object.
    queryWindow.setServer({ ...server });
    void catalogs.renew(name).catch(onError);
  }

  async function label(name: string, queryWindow: QueryWindow): Promise<void> {
    const mine = (labelling.get(queryWindow) ?? 0) + 1;
    labelling.set(queryWindow, mine);
    const called = notes.get(name)?.renamed ?? name;
    const env = await servers.environment(called);
    // The answer to a newer request counts, even if that answer came earlier.
    if (queryWindows.get(name) !== queryWindow || labelling.get(queryWindow) !== mine) return;
    // A name that has left the file, also by a rename, may mean nothing to the rules or another address to the
    // file, but its window still leads to where it led.
    if (!servers.find(name) && isProduction(queryWindow.state.env) && !isProduction(env)) return;
    // The user enabled writing before the server became production, without typing its name, so the tab goes
    // back to reading.
    if (isProduction(env) && !isProduction(queryWindow.state.env)) {
      for (const { id, writing } of queryWindow.state.tabs) {
        if (writing) queryWindow.tab(id)?.write(false, true);
      }
    }
    queryWindow.setEnv(env);
  }

  function note(name: string, change: Pick<QueryWindowState, "notSaved" | "renamed">): void {
    const before = notes.get(name), now = { ...before, ...change };
    if (now.notSaved === before?.notSaved && now.renamed === before?.renamed) return;
    notes.set(name, now);
    const queryWindow = queryWindows.get(name);
    if (queryWindow && states.get().some(({ server }) => server === name)) set(queryWindow.state);
  }

  function pastChanged(queryWindow: QueryWindow, server: string): void {
    past.update((all) =>
      [...queryWindow.past(), ...all.filter((one) => one.server !== server)]
        .sort((a, b) => Number(b.name !== undefined) - Number(a.name !== undefined) || b.at - a.at)
        .slice(0, MAX_PAST)
    );
  }

  async function queryWindowOf(name: string): Promise<QueryWindow | null> {
    const known = queryWindows.get(name);
    if (known) return known;
    const server = servers.find(name);
    if (!server) return null;
    const made = opening.get(name) ?? make(server).finally(() => opening.delete(name));
    opening.set(name, made);
    return await made;
  }

  async function withQueryWindow(
    name: string,
    act: (queryWindow: QueryWindow) => CommandOutcome,
  ): Promise<CommandResult> {
    const queryWindow = await queryWindowOf(name);
    return queryWindow ? await act(queryWindow) ?? { ok: true } : unknownServer(name);
  }

  const withTab = (name: string, tab: string, act: (tab: Tab) => CommandOutcome): Promise<CommandResult> =>
    withQueryWindow(name, (queryWindow) => {
      const found = queryWindow.tab(tab);
      return found ? act(found) : refusal("This tab is no longer open.");
    });

  const refused = (name: string, { tab, result }: FailedQuery) =>
    queryWindows.get(name)?.tab(tab)?.refused(result) ?? null;
  const asking = createAsking(store, servers.find, refused, async (name) => {
    await catalogs.ensure(name);
    return catalogs.get(name) ?? null;
  }, assistant);

  async function open(name: string, what: OpenedAt): Promise<CommandResult> {
    const queryWindow = await queryWindowOf(name);
    if (!queryWindow) return unknownServer(name);
    await catalogs.ensure(name);
    const put = putText(queryWindow, what, states.get().some(({ server }) => server === name));
    if (!put.ok) return put;
    set(queryWindow.state);
    windows.open("query", { server: name });
    return { ok: true };
  }

  return {
    open,
    /** Opens the window of a server that is not in the configuration. */
    async openFound(found: FoundServer): Promise<CommandResult> {
      const { name } = found.server;
      const before = servers.foundAs(name);
      if (!servers.add(found)) {
        return refusal(`The configuration has a server “${name}” already.`, "Open that one.");
      }
      const queryWindow = queryWindows.get(name);
      const server = servers.find(name)!;
      if (queryWindow && (before !== found.as || !isSame(server, reached.get(name)))) {
        reachAnew(name, queryWindow, server);
      }
      return await open(name, { first: found.firstText });
    },
    with: withQueryWindow,
    withTab,
    /** Lets the user choose another way to a database of an account. */
    anotherWay: async (server: string): Promise<CommandResult> =>
      await servers.found(server)?.anotherWay?.() ?? refusal(`No other way to ${server} is known here.`),
    /** Shows the lines around a line that a query of logs returned. */
    showAround: (server: string, tab: string, result: string, row: number) =>
      withQueryWindow(server, async (queryWindow) => {
        const found = queryWindow.tab(tab);
        const at = found?.columns(result)?.findIndex(({ type }) => type === POINTER) ?? -1;
        const pointer = at < 0 ? null : await found!.cell(result, row, at);
        const show = servers.found(server)?.showAround;
        if (!pointer || !show) {
          return refusal("This row is no line of a log.", "Rows that count lines have none.");
        }
        return await show(pointer);
      }),
    setWriting: (server: string, tab: string, on: boolean, typed: string | undefined) =>
      withTab(server, tab, (found) => {
        const { env } = queryWindows.get(server)!.state;
        if (on && isProduction(env) && typed !== server) {
          return refusal(`Type the server's name, ${server}, to write to production.`);
        }
        return found.write(on);
      }),
    async refreshServerCatalog(name: string): Promise<CommandResult> {
      await catalogs.ensure(name);
      catalogs.get(name)?.refresh(true);
      return { ok: true };
    },
    /** Restores the statements that were saved and run on the configured servers. */
    async restorePast() {
      await Promise.all([renaming, known.restore()]);
      const configured = store.get().config.value.servers;
      const read = await parts.pastQueries(configured.filter(({ name }) => !queryWindows.has(name)));
      past.update((all) => {
        const others = read.filter(({ server }) => !all.some((one) => one.server === server));
        return [...all, ...others].slice(0, MAX_PAST);
      });
    },
    /** Asks about everything undecided before Kedge ends. Returns false when the user keeps changes of rows. */
    decided: (): Promise<boolean> =>
      deciding ??= decideBeforeEnd(queryWindows, { dialogs, store, now }).finally(() => deciding = null),
    /** Tells that the window of a server was closed. */
    async closed(name: string): Promise<void> {
      const queryWindow = queryWindows.get(name);
      if (!queryWindow) return;
      const end = await decideClosed(name, queryWindow, { dialogs, store, now });
      if (end === "open") return;
      if (end === "kept") return void windows.open("query", { server: name });
      asking.cancel(name);
      queryWindows.delete(name);
      const stored = texts.get(name);
      servers.forget(name);
      reached.delete(name);
      states.update((all) => without(all, (one) => one.server === name));
      await Promise.all([queryWindow.close(), catalogs.close(name)]).catch(onError);
      if (texts.get(name) === stored) texts.delete(name);
    },
    async close() {
      const closing = [...[...queryWindows.values()].map((one) => one.close()), ...catalogs.closeAll()];
      await Promise.all([
        ...closing.map((one) => one.catch(onError)),
        ...texts.values().map((one) => one.flush()),
      ]);
    },
    /** Questions in plain language. */
    asking,
    /** Lists and texts that a window shows beside the state. */
    lists: queryLists(
      (server) => queryWindows.get(server),
      catalogs.list,
      asking,
      async (server, table) => await (await sql()).freeFile(server, table),
    ),
  };
}
