import type { Server } from "../../../../config/config.ts";
import { AGENT_LIMITS, type AgentSession, agentSession } from "../../../../gate/agent_session.ts";
import { failed, refused, type ToolAnswer, type ToolRefusal } from "../../../../gate/answer.ts";
import { agentLine } from "../../../../gate/agent_text.ts";
import { fitting } from "../../../../gate/fit.ts";
import { explained, readFault, readRows, type RowsOfRead } from "../../../../gate/read.ts";
import { sameScope, scopeKey } from "../../../../gate/scopes.ts";
import { FIRST_ROWS, type ToolInput } from "../../../../gate/tools.ts";
import { createCatalog, type TableDetail } from "../../../../sql/catalog/mod.ts";
import { withLogin } from "../../../../sql/login/mod.ts";
import { openSession } from "../../../../sql/session/mod.ts";
import { oneLine } from "../../../../text/outside.ts";
import { serverNamed } from "../../../../state/selectors.ts";
import type { ResultPage } from "../pages.ts";
import type { CarryOut, ToolContext } from "../parts.ts";
import { serverScope } from "../server_scope.ts";

/** Maximum tables per answer, and maximum columns, keys and indexes of a table. */
const MAX_TABLES = 300, MAX_COLUMNS = 1000, MAX_KEYS = 200;
/** Maximum bytes of a table's keys, and of its indexes. */
const MAX_KEYS_SIZE = 20_000;

/** Runs a statement that only reads, or returns the next rows of an earlier answer. */
export const read: CarryOut<ToolInput<"read">> = async (input, context) => {
  const { next, sql, rows = FIRST_ROWS } = input;
  if ((next === undefined) === (sql === undefined)) {
    return refused("read takes either sql or next.", "Give the statement, or the `next` of an answer.");
  }
  const server = serverOf(input.server, context);
  if (!server) return unknownServer(input.server);
  const thing = serverScope(server);
  context.about(thing, sql ?? "more rows");
  if (sql === undefined) {
    const page = context.pages.take(next!);
    if (!page || page.server !== scopeKey(thing)) {
      return failed("These rows are not kept any more.", "Read again.");
    }
    return await allowFault(thing, "read more rows with SQL", context) ?? pageOf(page, rows, context);
  }
  const fault = readFault(sql, server.engine) ?? await allowFault(thing, "read with SQL", context);
  if (fault) return fault;
  const answer = await withSession(server, context, (session) => readRows(session, sql, context.signal));
  if ("status" in answer) return answer;
  const { columns, characters, ms } = answer;
  const all: ResultPage = {
    server: scopeKey(thing),
    columns: columns.map(({ name, type }) => ({ name: oneLine(name, { longest: 200 }), type })),
    rows: answer.rows,
    from: 0,
    cut: answer.cut,
    size: characters,
  };
  return pageOf(all, rows, context, ms);
};

/** Returns the next rows of a result, and keeps the rest. */
function pageOf(page: ResultPage, rows: number, { pages }: ToolContext, ms?: number): ToolAnswer {
  const shown = fitting(page.rows, rows);
  const left = page.rows.slice(shown.length);
  const from = page.from + shown.length;
  const next = left.length === 0 ? undefined : pages.keep({ ...page, rows: left, from });
  return {
    status: "done",
    rows: shown.length,
    value: {
      columns: page.columns,
      rows: shown,
      from: page.from,
      truncated: left.length > 0 || page.cut,
      ...(next !== undefined && { next }),
      ...(left.length === 0 && page.cut && {
        note: "The server has more rows than are read at once. Narrow the statement down.",
      }),
      ...(ms !== undefined && { ms }),
    },
  };
}

/** Returns the tables and views of a server, or the details of one of them. */
export const catalog: CarryOut<ToolInput<"catalog">> = async (input, context) => {
  const server = serverOf(input.server, context);
  if (!server) return unknownServer(input.server);
  const thing = serverScope(server);
  const { schema, table, text = "", from = 0 } = input;
  context.about(
    thing,
    table === undefined ? `tables ${text}`.trim() : [schema, table].filter(Boolean).join("."),
  );
  const no = await allowFault(thing, "read with SQL", context);
  if (no) return no;
  return await withSession<ToolAnswer>(server, context, async (session) => {
    const { signal } = context;
    const known = createCatalog(session.internal, server.engine);
    const tables = await known.tables(signal);
    if (!tables.ok) return explained(tables, "", signal);
    const all = tables.value.entries;
    if (table !== undefined) {
      const found = all.filter((one) =>
        one.name === table && (schema === undefined || one.schema === schema)
      );
      if (found.length !== 1) {
        return failed(
          found.length === 0 ? `There is no table “${table}”.` : `Several schemas have a table “${table}”.`,
          found.length === 0 ? "Call catalog without it for those that there are." : "Name its schema.",
        );
      }
      const [{ schema: of, name, kind, comment }] = found as [typeof found[number]];
      const detail = await known.table(of, name, signal);
      if (!detail.ok) return explained(detail, "", signal);
      return {
        status: "done",
        value: {
          schema: of,
          name,
          kind,
          ...worded({ comment }),
          ...detailAnswer(
            detail.value,
            from,
            (column) => session.hidden?.patterns.hides(of, name, column) ?? false,
          ),
        },
      };
    }
    const lower = text.toLowerCase();
    const wanted = all.filter((one) =>
      (schema === undefined || one.schema === schema) &&
      `${one.schema}.${one.name}`.toLowerCase().includes(lower)
    );
    const shown = fitting(
      wanted.slice(from, from + MAX_TABLES).map(({ schema, name, kind, rows, comment }) => ({
        schema,
        name,
        kind,
        ...(rows !== null && { rows }),
        ...worded({ comment }),
      })),
      MAX_TABLES,
    );
    return {
      status: "done",
      value: {
        tables: shown,
        from,
        truncated: tables.value.cut || from + shown.length < wanted.length,
        total: wanted.length,
      },
    };
  });
};

function worded({ comment }: { readonly comment?: string | undefined }) {
  return comment === undefined ? {} : { comment: oneLine(comment, { longest: 300 }) };
}

/** Returns the details of a table, with its columns from `from` on; keys and indexes come with the first ones. */
function detailAnswer(
  { columns, keys, indexes }: TableDetail,
  from: number,
  isHidden: (column: string) => boolean,
) {
  const shown = fitting(
    columns.slice(from, from + MAX_COLUMNS).map(({ comment, ...column }) => ({
      ...shortTexts(column),
      ...worded({ comment }),
      ...(isHidden(column.name) && { hidden: true }),
    })),
    MAX_COLUMNS,
  );
  return {
    columns: shown,
    from,
    truncated: from + shown.length < columns.length,
    total: columns.length,
    ...(from === 0 && { ...firstOf("keys", keys), ...firstOf("indexes", indexes) }),
  };
}

/** Returns the first keys or indexes, which have no pages, and whether they were cut. */
function firstOf(what: "keys" | "indexes", all: readonly object[]): Record<string, unknown> {
  const shown = fitting(all.map(shortTexts), MAX_KEYS, MAX_KEYS_SIZE);
  return { [what]: shown, ...(shown.length < all.length && { [`${what}_truncated`]: true }) };
}

/** Returns fields with long texts cut: types and definitions may have any length. */
function shortTexts<T extends object>(fields: T): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, typeof value === "string" ? agentLine(value) : value]),
  );
}

function serverOf(name: string, { parts }: ToolContext): Server | undefined {
  return serverNamed(parts.store.get(), name);
}

/** Asks whether the agent may use a server. Returns why not; null when it may and the server is still the same. */
async function allowFault(
  thing: ReturnType<typeof serverScope>,
  doing: string,
  context: ToolContext,
): Promise<ToolAnswer | null> {
  const no = await context.allow(thing, doing);
  if (no) return no;
  // The user may have changed the server while the question was open.
  const now = serverOf(thing.name, context);
  if (now && sameScope(serverScope(now), thing)) return null;
  return refused(`The server “${thing.name}” has changed meanwhile.`, "Call again.");
}

function unknownServer(name: string): ToolRefusal {
  return failed(
    `There is no server “${oneLine(name, { longest: 100 })}” in Kedge.`,
    "Call find for the names of servers.",
  );
}

/** Signs in to a server, checks the login and runs `work`. Always closes the connection. */
async function withSession<T extends RowsOfRead | ToolAnswer>(
  server: Server,
  { parts, signal, waitsFor }: ToolContext,
  work: (session: AgentSession) => Promise<T>,
): Promise<T | ToolRefusal> {
  waitsFor(`Kedge signs in to ${server.name}; it may be asking the user for the login.`);
  const options = { signal, ...AGENT_LIMITS };
  const tried = await withLogin(server, parts.login, (login) => openSession(server, login, options), signal);
  waitsFor("");
  if (signal.aborted) {
    if (tried?.result.ok) await tried.result.close();
    return { status: "stopped", error: "It was stopped." };
  }
  if (!tried) return refused("The sign-in was cancelled.", "Talk to the user.");
  const { result } = tried;
  if (!result.ok) return failed(result.message, result.hint);
  try {
    const session = await agentSession(server, result, signal);
    return session.ok ? await work(session) : refused(session.message, session.hint);
  } finally {
    await result.close();
  }
}
