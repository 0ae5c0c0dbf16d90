import type { RowSink } from "./connection.ts";
import { DriverError, ServerError } from "./errors.ts";

/** Lets one task at a time use a connection. */
export function createTurn(wire: { cut(reason: DriverError): unknown }) {
  let taken = false;
  return {
    get taken() {
      return taken;
    },
    /**
     * Runs a task. A task must leave the connection at the end of a conversation, or throw ServerError there.
     * Any other error leaves the connection in the middle of one, so the connection is cut and nothing waits on
     * it forever.
     */
    async take<T>(work: () => Promise<T>): Promise<T> {
      if (taken) throw new Error("a statement is running on this connection");
      taken = true;
      try {
        return await work();
      } catch (error) {
        if (error instanceof DriverError) wire.cut(error);
        else if (!(error instanceof ServerError) || error.more.fatal) {
          wire.cut(new DriverError("CLOSED", (error as Error).message));
        }
        throw error;
      } finally {
        taken = false;
      }
    },
  };
}

/**
 * Returns a sink that takes no more rows once the given one throws, and a function that throws that error when
 * there is one.
 */
export function untilThrown(sink: RowSink): { readonly sink: RowSink; rethrow(): void } {
  let failed: { readonly error: unknown } | undefined;
  const fail = (error: unknown) => {
    failed ??= { error };
    return false;
  };
  return {
    sink: {
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
    },
    rethrow() {
      if (failed) throw failed.error;
    },
  };
}

/**
 * Runs `run` with a sink that stops taking rows once the given one throws. Returns a function that throws
 * that error, or returns the result when there was none; call it when all rows are read.
 */
export async function withSink<T>(sink: RowSink, run: (sink: RowSink) => Promise<T>): Promise<() => T> {
  const { sink: stopping, rethrow } = untilThrown(sink);
  const result = await run(stopping);
  return () => {
    rethrow();
    return result;
  };
}
