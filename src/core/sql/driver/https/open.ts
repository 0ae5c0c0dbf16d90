import type { Connection, ConnectionListener, Target } from "../connection.ts";
import { DriverError, ServerError } from "../errors.ts";
import { openRdsData } from "./rds_data.ts";
import type { HttpsService } from "./service.ts";

/** Code of a cluster that resumes from a pause: PostgreSQL's code for a server that is starting. */
export const RESUMING = "57P03";
/** Maximum time to wait until a cluster has resumed, and time between two attempts, in ms. */
const RESUME_LIMIT = 90_000, RESUME_PAUSE = 2000;

/** Opens a connection to the endpoint of a service of AWS. Ends with `ABORT` when the signal is aborted. */
export async function openHttps(
  service: HttpsService,
  { engine, askAbove }: Pick<Target, "engine" | "askAbove">,
  { listener, signal }: { readonly listener: ConnectionListener; readonly signal: AbortSignal | undefined },
): Promise<Connection> {
  const until = performance.now() + RESUME_LIMIT;
  for (;;) {
    try {
      if (service.endpoint.service === "redshift-data") {
        // Nothing is asked here, because that would wake a workgroup, which costs money. The first statement
        // shows whether the user is let in.
        return (await import("./redshift_data.ts")).openRedshiftData(service);
      }
      if (service.endpoint.service === "athena") {
        return await stoppable((await import("./athena.ts")).openAthena(service, listener, askAbove), signal);
      }
      return await stoppable(openRdsData(service, engine), signal);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      // A refusal before anything runs is not the fault of a statement.
      if (error.code !== RESUMING) throw new DriverError("HTTPS", error.message, error.more.hint);
      if (performance.now() > until) throw error;
      listener.step?.("The database resumes from its pause");
      await stoppable(new Promise<void>((resolve) => setTimeout(resolve, RESUME_PAUSE)), signal);
    }
  }
}

/**
 * Returns the result, or throws a DriverError once the signal is aborted. A result that comes later is
 * closed.
 */
async function stoppable<T extends Connection | void>(
  making: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return await making;
  const stopped = Promise.withResolvers<never>();
  const stop = () => {
    stopped.reject(new DriverError("ABORT", "it was stopped"));
    void making.then((late) => late?.close()).catch(() => {});
  };
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([making, stopped.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
