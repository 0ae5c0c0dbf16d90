import type { RowSink } from "./connection.ts";
import { Fault, ServerError } from "./fault.ts";

/** Lets one thing run at a time on a connection. */
interface Turn {
  readonly taken: boolean;
  /**
   * Runs something that leaves the connection at the end of a conversation, or throws ServerError there. Anything else
   * that it throws leaves the connection in the middle, so that it is cut: nothing waits on it for ever.
   */
  take<T>(work: () => Promise<T>): Promise<T>;
}

/** Makes the turn of a connection. */
export function createTurn(wire: { cut(reason: Fault): unknown }): Turn {
  let taken = false;
  return {
    get taken() {
      return taken;
    },
    async take(work) {
      if (taken) throw new Error("a statement is running on this connection");
      taken = true;
      try {
        return await work();
      } catch (error) {
        if (error instanceof Fault) wire.cut(error);
        else if (!(error instanceof ServerError) || error.more.fatal) {
          wire.cut(new Fault("CLOSED", (error as Error).message));
        }
        throw error;
      } finally {
        taken = false;
      }
    },
  };
}

/** Hands rows to a sink; once that throws it wants no more, and `run` throws what it threw when all is read. */
export async function withSink<T>(sink: RowSink, run: (sink: RowSink) => Promise<T>): Promise<() => T> {
  let failed: { readonly error: unknown } | undefined;
  const fail = (error: unknown) => {
    failed ??= { error };
    return false;
  };
  const result = await run({
    columns(columns) {
      try {
        if (!failed) sink.columns(columns);
      } catch (error) {
        fail(error);
      }
    },
    row(bytes, bounds) {
      if (failed) return false;
      try {
        const going = sink.row(bytes, bounds);
        return typeof going === "boolean" ? going : going.catch(fail);
      } catch (error) {
        return fail(error);
      }
    },
  });
  return () => {
    if (failed) throw failed.error;
    return result;
  };
}
