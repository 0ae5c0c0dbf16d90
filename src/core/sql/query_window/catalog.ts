import type { Server } from "../../config/config.ts";
import { refusal } from "../../result.ts";
import {
  type CatalogTable,
  createCatalog,
  type ForeignKey,
  type TableDetail,
  type TablePath,
} from "../catalog/mod.ts";
import type { ReachedServer } from "../found.ts";
import type { AskLogin } from "../login/mod.ts";
import type { ServerCatalog } from "./catalog_interface.ts";
import { BLANK, type CatalogRow, routineRow, tableRow } from "./catalog_row.ts";
import { detailRows } from "./detail_rows.ts";
import { definitionOf } from "./definition.ts";
import { referrerRows, referrersOf } from "./referrers.ts";
import { oneAtATime } from "../one_at_a_time.ts";
import { promptTables } from "../prompt_tables.ts";
import { type JoinKey, keysOfLast } from "./joins.ts";
import { createLink, sessionOf } from "./link.ts";
import { createLists, type Failed, isFailed } from "./lists.ts";
import { createLogFields } from "./log_fields.ts";
import { type CatalogNames, likelyTable, MAX_OFFERS, offeredNames } from "./offers.ts";
import { fittingNames } from "../text/name_fit.ts";

/** Maximum tables whose details are kept. */
const MAX_DETAILS = 300;
/** Time limit in ms for the keys that refer to a table, because other questions of the tree wait for them. */
const REFERRERS_LIMIT = 10_000;

interface Loaded extends CatalogNames {
  /** Whether the server holds more than was read. */
  readonly cut: boolean;
}

/** Returns the catalog of a server. Nothing is read before its first use. */
export function createServerCatalog(
  server: ReachedServer,
  login: AskLogin<Server>,
  onTables: (tables: readonly TablePath[]) => void = () => {},
): ServerCatalog {
  if (server.logs) return createLogFields(server, server.logs, login);
  const lists = createLists();
  /** Ends what is being asked. */
  let asking = new AbortController();
  const link = createLink({ server: () => server, login, changed: () => {}, notice: () => {} });
  const details = new Map<string, Promise<TableDetail | Failed>>();
  const referrers = new Map<string, Promise<readonly ForeignKey[] | Failed>>();
  const references = new Map<string, Promise<readonly ForeignKey[] | Failed>>();
  let loading: Promise<Loaded | Failed> | null = null;
  /** Asks the questions, because the connection serves one at a time. */
  const alone = oneAtATime();

  async function ask<T>(
    question: (catalog: ReturnType<typeof createCatalog>, signal: AbortSignal) => Promise<
      { ok: true; value: T } | { ok: false; message: string; hint: string }
    >,
  ): Promise<T | Failed> {
    const { signal } = asking;
    return await alone(async () => {
      const session = await sessionOf(link, signal, "Try again to be asked once more.");
      if ("error" in session) return session;
      const answer = await question(createCatalog(session, server.engine), signal);
      return answer.ok ? answer.value : refusal(answer.message, answer.hint);
    });
  }

  async function load(): Promise<Loaded | Failed> {
    const tables = await ask((catalog, signal) => catalog.tables(signal));
    if (isFailed(tables)) return tables;
    onTables(tables.entries);
    const routines = await ask((catalog, signal) => catalog.routines(signal));
    const reached = await ask((catalog, signal) => catalog.reached(signal));
    return {
      tables: tables.entries,
      // A user who may not see routines still sees tables.
      routines: isFailed(routines) ? [] : routines.entries,
      reached: isFailed(reached) ? [] : reached,
      cut: tables.cut,
    };
  }

  const loaded = (): Promise<Loaded | Failed> => loading ??= load();

  /** Returns what was read about a table, and reads it when nobody has asked for it yet. */
  function once<T>(
    all: Map<string, Promise<T | Failed>>,
    { schema, name }: TablePath,
    question: Parameters<typeof ask<T>>[0],
  ): Promise<T | Failed> {
    const key = JSON.stringify([schema, name]);
    const known = all.get(key);
    if (known) return known;
    const read = ask(question);
    all.set(key, read);
    void read.then((answer) => isFailed(answer) && all.get(key) === read && all.delete(key));
    if (all.size > MAX_DETAILS) all.delete(all.keys().next().value!);
    return read;
  }
  const detailOf = (schema: string, name: string) =>
    once(details, { schema, name }, (catalog, signal) => catalog.table(schema, name, signal));
  const referring = (table: TablePath) =>
    once(referrers, table, (catalog, signal) => referrersOf(catalog, table, signal, REFERRERS_LIMIT));
  const referencesOf = (table: TablePath) =>
    once(references, table, (catalog, signal) => catalog.references(table.schema, table.name, signal));

  async function tree(toggled: ReadonlySet<string>): Promise<readonly CatalogRow[] | Failed> {
    const all = await loaded();
    if (isFailed(all)) return all;
    const schemas = [...new Set([...all.tables, ...all.routines].map(({ schema }) => schema))];
    const rows: CatalogRow[] = [];
    for (const schema of schemas) {
      const id = `s:${schema}`;
      const tables = all.tables.filter((table) => table.schema === schema);
      const routines = all.routines.filter((routine) => routine.schema === schema);
      const open = (all.reached.includes(schema) || schemas.length === 1) !== toggled.has(id);
      const detail = tables.length === 1 ? "1 table" : `${tables.length} tables`;
      rows.push({ ...BLANK, id, kind: "schema", name: schema, detail, schema, open });
      if (!open) continue;
      for (const table of tables) await addTable(rows, table, 1, toggled);
      for (const routine of routines) rows.push(routineRow(routine, 1));
    }
    if (all.cut) rows.push({ ...BLANK, id: "cut", kind: "note", name: "There are more than are shown" });
    return rows;
  }

  async function addTable(
    rows: CatalogRow[],
    table: CatalogTable,
    depth: number,
    toggled: ReadonlySet<string>,
  ): Promise<void> {
    const row = tableRow(table, depth, toggled);
    rows.push(row);
    if (!row.open) return;
    const detail = await detailOf(table.schema, table.name);
    const inner = { ...BLANK, depth: depth + 1, schema: table.schema, table: table.name };
    if (isFailed(detail)) {
      rows.push({ ...inner, id: `${row.id}:failed`, kind: "note", name: detail.error });
      return;
    }
    for (const line of detailRows(detail, row)) rows.push(line);
    if (table.kind !== "table") return;
    const id = `${row.id}:f`;
    const referrers: CatalogRow = {
      ...inner,
      id,
      kind: "key",
      name: "Referenced by",
      open: toggled.has(id),
    };
    rows.push(referrers);
    if (!referrers.open) return;
    const keys = await referring(table);
    if (isFailed(keys)) {
      rows.push({ ...inner, depth: depth + 2, id: `${id}:failed`, kind: "note", name: keys.error });
    } else for (const line of referrerRows(keys, referrers)) rows.push(line);
  }

  async function found(
    search: string,
    toggled: ReadonlySet<string>,
  ): Promise<readonly CatalogRow[] | Failed> {
    const all = await loaded();
    if (isFailed(all)) return all;
    const words = search.toLowerCase().split(/[\s.]+/).filter((word) => word !== "");
    const fits = ({ schema, name }: { schema: string; name: string }) => {
      const hay = `${schema}.${name}`.toLowerCase();
      return words.every((word) => hay.includes(word));
    };
    const first = words.at(-1) ?? "";
    const rank = ({ name }: { name: string }) => name.toLowerCase().startsWith(first) ? 0 : 1;
    const rows: CatalogRow[] = [];
    const tables = all.tables.filter(fits).sort((a, b) => rank(a) - rank(b)).slice(0, 1000);
    for (const table of tables) await addTable(rows, table, 0, toggled);
    for (const routine of all.routines.filter(fits).slice(0, 200)) rows.push(routineRow(routine, 0));
    return rows;
  }

  async function offers(
    schema: string,
    table: string,
    prefix: string,
  ): Promise<readonly CatalogRow[] | Failed> {
    const all = await loaded();
    if (isFailed(all)) return all;
    if (table === "") return offeredNames(all, schema, prefix);
    const meant = likelyTable(all, { schema, name: table });
    if (!meant) return [];
    const detail = await detailOf(meant.schema, meant.name);
    if (isFailed(detail)) return detail;
    return fittingNames(detail.columns, prefix, MAX_OFFERS).map(({ name, type }) => ({
      ...BLANK,
      id: name,
      kind: "column",
      name,
      detail: type,
      schema: meant.schema,
      table: meant.name,
    }));
  }

  async function joins(named: readonly TablePath[]): Promise<readonly JoinKey[] | Failed> {
    const all = await loaded();
    if (isFailed(all)) return all;
    const tables = named.map((one) => likelyTable(all, one) ?? null);
    if (!tables.at(-1)) return [];
    const read = await Promise.all(tables.map((one) => one === null ? [] : referencesOf(one)));
    // A user who may not see the keys of one table still sees those of others.
    return keysOfLast(tables, read.map((keys) => isFailed(keys) ? [] : keys));
  }

  return {
    joins: (tables) => lists.of(() => joins(tables)),
    rows: (search, toggled) =>
      lists.of(() => search.trim() === "" ? tree(new Set(toggled)) : found(search, new Set(toggled))),
    complete: (schema, table, prefix) => lists.of(() => offers(schema, table, prefix)),
    definition: (schema, name, kind, parameters) =>
      lists.of(async () => {
        const { signal } = asking;
        const text = await alone(async (): Promise<string | Failed> => {
          const session = await sessionOf(link, signal);
          if ("error" in session) return session;
          return await definitionOf(session, server.engine, { schema, name, kind, parameters }, signal);
        });
        return isFailed(text) ? text : [text];
      }),
    async promptTables(question) {
      const all = await loaded();
      if (isFailed(all)) return all;
      return await promptTables(question, all.tables, async (schema, name) => {
        const detail = await detailOf(schema, name);
        return isFailed(detail) ? null : detail;
      });
    },
    refresh(anew = false) {
      if (anew) {
        asking.abort();
        asking = new AbortController();
        link.doubt();
      }
      loading = null;
      details.clear();
      references.clear();
      referrers.clear();
      lists.changed();
    },
    async close() {
      asking.abort();
      lists.close();
      await link.close();
    },
  };
}
