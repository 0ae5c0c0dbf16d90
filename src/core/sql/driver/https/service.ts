import type { DriverError } from "../errors.ts";

/** Code of a transaction that the service has ended: SQL's own for a transaction that does not exist. */
export const GONE = "25P01";

/** The cluster or workgroup on which a service of AWS runs statements. */
export interface HttpsEndpoint {
  readonly service: "rds-data" | "redshift-data" | "athena";
  readonly region: string;
  /** ARN of a cluster of Aurora, or identifier of a cluster of Redshift. */
  readonly cluster?: string;
  /** A workgroup of Redshift Serverless, or of Athena. */
  readonly workgroup?: string;
  /** Only for Athena: the data catalog of names that have none. */
  readonly catalog?: string;
  /** Name of the secret that the service signs in with. Redshift signs in by IAM without one. */
  readonly secret?: string;
  /** The user of a Redshift cluster whom IAM signs in; absent: the user of the role. */
  readonly user?: string;
}

/** An answer of a service. */
interface ServiceAnswer {
  readonly value: Readonly<Record<string, unknown>>;
  /** Size of the answer in characters. */
  readonly size: number;
}

/** Options of a call. */
interface CallOptions {
  readonly signal: AbortSignal;
  /** Whether the call may be repeated after a fault, because a second call changes nothing. */
  readonly again?: boolean;
}

/** A service that runs statements for a server. */
export interface HttpsService {
  readonly endpoint: HttpsEndpoint;
  /**
   * Calls an operation. Throws ServerError when the service refuses it, and DriverError when the service can
   * no longer be used.
   */
  call(
    operation: string,
    input: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<ServiceAnswer>;
}

/** State of a connection that has no socket. It is open until it is cut. */
export type Line = ReturnType<typeof createLine>;

/** Returns the line of a connection. */
export function createLine() {
  const gone = Promise.withResolvers<DriverError>();
  const stop = new AbortController();
  let over: DriverError | null = null;
  return {
    gone: gone.promise,
    /** Aborted when the line is cut. */
    signal: stop.signal,
    get over() {
      return over;
    },
    cut(reason: DriverError) {
      if (over) return;
      over = reason;
      gone.resolve(reason);
      stop.abort();
    },
  };
}

/** Maximum time in ms for ending the statement of a reader that has gone. */
const END_LIMIT = 5000;

/** Returns the calls of one connection. A call that fails after the line was cut throws the reason of the cut. */
export function createCalls(service: HttpsService, line: Line) {
  async function callSized(
    operation: string,
    input: Readonly<Record<string, unknown>>,
    { again = true }: Pick<CallOptions, "again"> = {},
  ): Promise<ServiceAnswer> {
    if (line.over) throw line.over;
    try {
      return await service.call(operation, input, { signal: line.signal, again });
    } catch (error) {
      throw line.over ?? error;
    }
  }
  return {
    callSized,
    call: async (...of: Parameters<typeof callSized>) => (await callSized(...of)).value,
    /** Cleans up after a reader that has gone. Nothing waits for this call, and a failure is ignored. */
    async callLast(operation: string, input: Readonly<Record<string, unknown>>): Promise<void> {
      const signal = AbortSignal.timeout(END_LIMIT);
      await service.call(operation, input, { signal, again: true }).catch(() => {});
    },
  };
}
