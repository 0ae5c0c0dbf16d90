import type { Connection, Outcome, RowSink, Statement } from "../connection.ts";
import { DriverError } from "../errors.ts";
import { createTurn, withSink } from "../turn.ts";
import type { Line } from "./service.ts";

/** What one service does in its own way. */
interface Own
  extends
    Pick<Connection, "cancel">,
    Partial<Pick<Connection, "version" | "noTransactions" | "backslashEscapes" | "prepare">> {
  readonly runOne: (statement: Statement, sink: RowSink) => Promise<Outcome>;
  /** Absent: no transaction stays open. */
  readonly transaction?: () => Connection["transaction"];
  /** Ends what a reader that has gone left running at the service. */
  readonly abandon?: () => void;
}

/** Returns the connection to a service, with everything that does not depend on which service it is. */
export function connectionOf(line: Line, own: Own): Connection {
  const turn = createTurn(line);
  const cut = (reason: DriverError) => {
    own.abandon?.();
    line.cut(reason);
  };
  return {
    version: own.version ?? "",
    gone: line.gone,
    get over() {
      return line.over;
    },
    get transaction() {
      return own.transaction?.() ?? "none";
    },
    ...(own.noTransactions === undefined ? {} : { noTransactions: own.noTransactions }),
    driverQuery: null,
    backslashEscapes: own.backslashEscapes ?? false,
    async run(statement, sink) {
      return (await turn.take(() => withSink(sink, (sink) => own.runOne(statement, sink))))();
    },
    prepare: (statements) => turn.take(async () => await own.prepare?.(statements)),
    cancel: own.cancel,
    close() {
      cut(new DriverError("CLOSED", "the connection was closed"));
      return Promise.resolve();
    },
    cut,
  };
}
