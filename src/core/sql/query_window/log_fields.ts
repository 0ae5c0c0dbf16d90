import { refusal } from "../../result.ts";
import type { Server } from "../../config/config.ts";
import { lazyImport } from "../../lazy_import.ts";
import { fixedRows } from "../../resources/rows.ts";
import { ServerError } from "../driver/errors.ts";
import type { ReachedServer } from "../found.ts";
import type { LogsRequest } from "../https/logs.ts";
import { type AskLogin, LoginError } from "../login/mod.ts";
import { fittingNames } from "../text/name_fit.ts";
import type { ServerCatalog } from "./catalog_interface.ts";
import { BLANK, type CatalogRow } from "./catalog_row.ts";
import { createLists, type Failed, isFailed } from "./lists.ts";
import { MAX_OFFERS } from "./offers.ts";

/** A field of log groups, and the percentage of lines that have it. */
interface Field {
  readonly name: string;
  readonly percent: number;
}

/** Fields that every line has. AWS reports them only for groups with recent lines. */
const ALWAYS: readonly string[] = ["@timestamp", "@message", "@logStream", "@log", "@ingestionTime"];

/** Returns the catalog of log groups: each group with the fields of its recent lines. */
export function createLogFields(
  server: Server,
  { groups }: NonNullable<ReachedServer["logs"]>,
  login: AskLogin<Server>,
): ServerCatalog {
  const lists = createLists();
  const closing = new AbortController();
  const known = new Map<string, Promise<readonly Field[] | Failed>>();
  let asked: Promise<LogsRequest | Failed> | null = null;

  async function service(): Promise<LogsRequest | Failed> {
    const given = await login(server, undefined, closing.signal);
    if (!given?.aws) return refusal("The sign-in was cancelled.");
    const { logsServiceOf } = await lazyImport<typeof import("../https/logs.ts")>(
      "../https/logs.ts",
      import.meta.url,
    );
    return logsServiceOf(groups, given.aws);
  }

  async function read(group: string): Promise<readonly Field[] | Failed> {
    try {
      const logs = await (asked ??= service());
      if ("ok" in logs) return logs;
      const fields = await logs.fields(group, closing.signal);
      const all = new Map(ALWAYS.map((name) => [name, 100]));
      for (const { name, percent } of fields) all.set(name, percent);
      // The service's own fields come first, the others after them.
      return [...all].map(([name, percent]) => ({ name, percent })).sort((a, b) =>
        Number(b.name.startsWith("@")) - Number(a.name.startsWith("@")) || b.percent - a.percent
      );
    } catch (error) {
      asked = null;
      if (error instanceof LoginError) return refusal(error.message, error.hint);
      if (error instanceof ServerError) return refusal(error.message, error.more.hint);
      throw error;
    }
  }

  function fieldsOf(group: string): Promise<readonly Field[] | Failed> {
    const there = known.get(group);
    if (there) return there;
    const reading = read(group);
    known.set(group, reading);
    void reading.then((fields) => isFailed(fields) && known.delete(group), () => known.delete(group));
    return reading;
  }

  async function rows(search: string, toggled: ReadonlySet<string>): Promise<readonly CatalogRow[] | Failed> {
    const wanted = search.trim().toLowerCase();
    const lines: CatalogRow[] = [];
    for (const group of groups) {
      const id = `g:${group}`;
      // A single group is open at first, because its fields are what the user looks for.
      const open = wanted !== "" || (groups.length === 1) !== toggled.has(id);
      lines.push({ ...BLANK, id, kind: "schema", name: group, schema: group, open });
      if (!open) continue;
      const fields = await fieldsOf(group);
      if (isFailed(fields)) {
        if (groups.length === 1) return fields;
        lines.push({ ...BLANK, id: `${id}:failed`, depth: 1, kind: "note", name: fields.error });
        continue;
      }
      for (const { name, percent } of fields) {
        if (!name.toLowerCase().includes(wanted)) continue;
        const detail = percent >= 100 ? "" : `${Math.round(percent)} % of lines`;
        lines.push({ ...BLANK, id: `${id}:${name}`, depth: 1, kind: "column", name, detail, schema: group });
      }
    }
    return lines;
  }

  async function offers(prefix: string): Promise<readonly CatalogRow[]> {
    const all = new Map<string, Field>();
    for (const group of groups) {
      const fields = await fieldsOf(group);
      // When the fields of a group cannot be read, those that every line has are still offered.
      for (const field of isFailed(fields) ? ALWAYS.map((name) => ({ name, percent: 100 })) : fields) {
        if ((all.get(field.name)?.percent ?? -1) < field.percent) all.set(field.name, field);
      }
    }
    return fittingNames([...all.values()], prefix, MAX_OFFERS).map(({ name, percent }) => ({
      ...BLANK,
      id: name,
      kind: "column",
      name,
      detail: percent >= 100 ? "field" : `${Math.round(percent)} %`,
    }));
  }

  return {
    rows: (search, toggled) => lists.of(() => rows(search, new Set(toggled))),
    complete: (_schema, _table, prefix) => lists.of(() => offers(prefix)),
    joins: () => fixedRows([]),
    definition: () => fixedRows([]),
    promptTables: () => Promise.resolve([]),
    refresh() {
      known.clear();
      lists.changed();
    },
    close() {
      closing.abort();
      lists.close();
      return Promise.resolve();
    },
  };
}
