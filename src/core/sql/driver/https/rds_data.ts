import type { Cell, Connection, Outcome, RowSink, Statement } from "../connection.ts";
import type { Engine } from "../../engines/mod.ts";
import { dialectOf } from "../../text/dialect.ts";
import { ServerError } from "../errors.ts";
import { withLiterals, withNames } from "./bind.ts";
import { connectionOf } from "./connection.ts";
import { commandOf, controlOf, driverQuery, isDefinition, isQuery } from "./control.ts";
import { handRows } from "./row.ts";
import { begun, cellsOf, columnOf, executed } from "./rds_values.ts";
import { createCalls, createLine, GONE, type HttpsService } from "./service.ts";
import { ofCursor, read } from "./waiting.ts";

/** Rows of the first page. The number for later pages follows from the size of the rows. */
const FIRST_PAGE = 50;
/** Maximum rows of a page. */
const MAX_ROWS = 2000;
/** Characters that a page should have. The service fails a page of more than 1 MiB. */
const PAGE = 256 << 10;

/** The transaction that is open at the service. */
interface Transaction {
  readonly id: string;
  readonly readOnly: boolean;
  /** The server's number for the connection behind the transaction; empty when unknown. */
  readonly process: string;
  failed: boolean;
}

type Answer = ReturnType<typeof executed.parse> & { readonly size: number };

/** Opens a connection over the Data API of RDS to a cluster of Aurora. Each call of this API stands alone. */
export async function openRdsData(service: HttpsService, engine: Engine): Promise<Connection> {
  const mysql = engine === "mysql";
  const dialect = dialectOf(engine);
  const line = createLine();
  const { call, callSized, callLast } = createCalls(service, line);
  let transaction: Transaction | null = null;
  /** Whether a statement is running at the service. */
  let asking = false;

  /** Runs a statement in the open transaction, or on any connection when none is open. */
  async function execute(
    sql: string,
    { args = [], apart = false, again = false }: {
      readonly args?: readonly Cell[];
      /** Whether to run outside the transaction. */
      readonly apart?: boolean;
      readonly again?: boolean;
    } = {},
  ): Promise<Answer> {
    const bound = mysql && args.length > 0
      ? withNames(sql, args, dialect)
      : { sql: args.length > 0 ? withLiterals(sql, args, dialect) : sql };
    const within = apart ? null : transaction;
    if (!apart) asking = true;
    try {
      const { value, size } = await callSized(
        "ExecuteStatement",
        {
          ...bound,
          includeResultMetadata: true,
          resultSetOptions: { decimalReturnType: "STRING", longReturnType: "STRING" },
          ...(within
            ? { transactionId: within.id }
            : isDefinition(sql)
            ? { continueAfterTimeout: true }
            : {}),
        },
        { again },
      );
      return { ...read(executed, value), size };
    } catch (error) {
      if (within && error instanceof ServerError) fail(within, error);
      throw error;
    } finally {
      if (!apart) asking = false;
    }
  }

  /**
   * Marks the transaction as failed, because PostgreSQL continues only from a savepoint, or as over when the
   * service has ended it.
   */
  function fail(within: Transaction, { code }: ServerError): void {
    if (code === GONE && transaction === within) transaction = null;
    else if (!mysql) within.failed = true;
  }

  async function begin(modes: string, settings: readonly (readonly [string, string])[]): Promise<void> {
    const readOnly = modes === "read only";
    const { transactionId } = read(begun, await call("BeginTransaction", {}));
    transaction = { id: transactionId, readOnly: false, process: "", failed: false };
    if (modes !== "" && !readOnly && modes !== "read write") await execute(`set transaction ${modes}`);
    const all = readOnly ? [["transaction_read_only", "on"] as const, ...settings] : settings;
    const answer = await execute(mysql ? "select connection_id()" : driverQuery(all));
    if (mysql && readOnly) await readOnlyMysql();
    const [process] = answer.records?.[0] ?? [];
    const number = String(process?.stringValue ?? process?.longValue ?? "");
    transaction = {
      id: transactionId,
      readOnly,
      process: /^\d{1,20}$/.test(number) ? number : "",
      failed: false,
    };
  }

  /**
   * Makes the new transaction read-only. MySQL refuses that once the transaction has begun (1568), so it is
   * begun again as read-only.
   */
  async function readOnlyMysql(): Promise<void> {
    await execute("set transaction read only").catch(async (error) => {
      if (!(error instanceof ServerError) || error.code !== "1568") throw error;
      await execute("start transaction read only");
    });
  }

  async function end(how: "commit" | "rollback"): Promise<void> {
    const ending = transaction;
    if (!ending) return;
    // PostgreSQL would roll a failed transaction back, and the service might report that as a success.
    if (how === "commit" && ending.failed) throw new ServerError("25P02", "the transaction has failed");
    transaction = null;
    try {
      await call(
        how === "commit" ? "CommitTransaction" : "RollbackTransaction",
        { transactionId: ending.id },
        { again: how === "rollback" },
      );
    } catch (error) {
      if (how === "rollback" && error instanceof ServerError && error.code === GONE) return;
      throw error;
    }
  }

  async function prepare(statements: readonly string[]): Promise<void> {
    const all = statements.map((sql) => ({ sql, control: controlOf(sql) }));
    for (let i = 0; i < all.length; i++) {
      const { sql, control } = all[i]!;
      if (control.kind === "begin") {
        const settings: [string, string][] = [];
        for (let next = all[i + 1]; next?.control.kind === "set"; next = all[++i + 1]) {
          settings.push([next.control.name, next.control.value]);
        }
        await begin(control.modes, settings);
      } else if (control.kind === "commit" || control.kind === "rollback") {
        // The locks belong to the connection, which can be reached only within the transaction.
        const unlock = all[i + 1]?.control.kind === "unlock" ? all[++i]!.sql : null;
        if (unlock !== null && transaction && !transaction.failed) {
          await execute(unlock).catch((error) => {
            if (!(error instanceof ServerError)) throw error;
          });
        }
        await end(control.kind);
      } else if (control.kind === "other" && !(transaction && sql === "select 1")) await execute(sql);
      else if (control.kind === "set") await execute(sql);
      if (transaction?.failed && /^rollback to savepoint\b/i.test(sql)) transaction.failed = false;
    }
  }

  async function runOne(statement: Statement, sink: RowSink): Promise<Outcome> {
    const control = controlOf(statement.sql);
    if (control.kind === "commit" || control.kind === "rollback") {
      await end(control.kind);
      return { command: control.kind.toUpperCase(), cut: false };
    }
    // A cursor does not accept a WITH that writes, which a read-only transaction refuses anyway.
    const paged = !mysql && transaction !== null && isQuery(statement.sql) &&
      (transaction.readOnly || statement.batch !== undefined && commandOf(statement.sql) !== "WITH");
    if (paged) return await runPaged(statement, sink);
    const answer = await execute(statement.sql, { args: statement.args ?? [] });
    const { columnMetadata, numberOfRecordsUpdated: affected } = answer;
    const command = commandOf(statement.sql);
    if (!columnMetadata?.length) {
      return { command, ...(typeof affected === "number" ? { affected } : {}), cut: false };
    }
    const going = await rows(answer, sink, true);
    return { command, ...(!isQuery(statement.sql) && affected ? { affected } : {}), cut: !going };
  }

  /** Reads through a cursor, because one answer holds no more than 1 MiB. */
  async function runPaged({ sql, args = [] }: Statement, sink: RowSink): Promise<Outcome> {
    const head = "declare kedge_rows no scroll cursor for ";
    await execute(head + sql, { args }).catch((error) => {
      throw error instanceof ServerError ? ofCursor(error, head.length) : error;
    });
    let count = FIRST_PAGE;
    let going = true;
    for (let first = true;; first = false) {
      const page = await execute(`fetch forward ${count} from kedge_rows`);
      going = await rows(page, sink, first);
      const had = page.records?.length ?? 0;
      if (!going || had < count) break;
      count = Math.max(1, Math.min(MAX_ROWS, count * 4, Math.floor(PAGE / (page.size / had))));
    }
    // The transaction may go on when no more rows are wanted, and then another cursor has this name.
    await execute("close kedge_rows");
    return { command: "SELECT", cut: !going };
  }

  /** Passes the rows of an answer on. Returns false when no more are wanted. */
  async function rows({ columnMetadata, records }: Answer, sink: RowSink, first: boolean): Promise<boolean> {
    const columns = (columnMetadata ?? []).map((one) => columnOf(one, mysql));
    if (first) sink.columns(columns);
    return await handRows(sink, cellsOf(records ?? [], columns), keepAlive);
  }

  /** Keeps the transaction, which the service ends after three minutes without a call. */
  const keepAlive = async () => {
    if (transaction && !asking) await execute("select 1").catch(() => {});
  };

  /** Ends the statement and the transaction of a reader that has gone. */
  function abandon(): void {
    const left = transaction;
    if (!left) return;
    transaction = null;
    const ended = asking && left.process !== ""
      ? callLast("ExecuteStatement", { sql: endOf(left) })
      : Promise.resolve();
    void ended.then(() => callLast("RollbackTransaction", { transactionId: left.id }));
  }

  const endOf = ({ process }: Transaction) =>
    mysql ? `kill query ${process}` : `select pg_cancel_backend(${process})`;

  const asked = await execute(mysql ? "select version()" : "show server_version", { again: true });
  return connectionOf(line, {
    version: (asked.records?.[0]?.[0]?.stringValue ?? "").slice(0, 200),
    transaction: () => transaction === null ? "none" : transaction.failed ? "failed" : "open",
    backslashEscapes: mysql,
    runOne,
    prepare,
    abandon,
    async cancel() {
      if (!asking || line.over) return;
      if (!transaction?.process) throw new Error("the service has no call that ends this statement");
      await execute(endOf(transaction), { apart: true, again: true });
    },
  });
}
