import type { Fault } from "../fault.ts";

/** The code of a transaction that the service has ended: SQL's own for one that is not there. */
export const GONE = "25P01";

/** What a service runs statements on. */
export interface HttpsEndpoint {
  readonly service: "rds-data" | "redshift-data" | "athena";
  readonly region: string;
  /** The ARN of a cluster of Aurora, the identifier of one of Redshift. */
  readonly cluster?: string;
  /** A workgroup of Redshift Serverless, or of Athena. */
  readonly workgroup?: string;
  /** Of Athena: the data catalog that names without one are of. */
  readonly catalog?: string;
  /** The secret that the service signs in with; Redshift signs in by IAM without one. */
  readonly secret?: string;
  /** The user of a cluster of Redshift whom IAM signs in; without it that of the role. */
  readonly user?: string;
}

/** An answer of a service. */
interface ServiceAnswer {
  readonly value: Readonly<Record<string, unknown>>;
  /** Characters of the answer. */
  readonly size: number;
}

/** How a call is made. */
interface CallOptions {
  readonly signal: AbortSignal;
  /** Calling twice does nothing twice: it may be made again after a fault. */
  readonly again?: boolean;
}

/** A service that runs statements for a server. */
export interface HttpsService {
  readonly endpoint: HttpsEndpoint;
  /** Calls an operation. Throws ServerError when the service refuses it, Fault when it is of no more use. */
  call(
    operation: string,
    input: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<ServiceAnswer>;
}

/** Whether a connection is there that is no socket: it is, until it is cut. */
interface Line {
  readonly over: Fault | null;
  readonly gone: Promise<Fault>;
  /** Aborted when it is cut. */
  readonly signal: AbortSignal;
  cut(reason: Fault): void;
}

/** Makes the line of a connection. */
export function createLine(): Line {
  const gone = Promise.withResolvers<Fault>();
  const stop = new AbortController();
  let over: Fault | null = null;
  return {
    gone: gone.promise,
    signal: stop.signal,
    get over() {
      return over;
    },
    cut(reason) {
      if (over) return;
      over = reason;
      gone.resolve(reason);
      stop.abort();
    },
  };
}

/** Ending a statement without a reader may take this long, ms. */
const END_LIMIT = 5000;

/** The calls of one connection: a failure of one after the line was cut is the reason of the cut. */
export function createCalls(service: HttpsService, line: Line) {
  return {
    async call(
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
    },
    /** Cleans up after a reader that has gone: nothing waits for it, and a failure is ignored. */
    async callLast(operation: string, input: Readonly<Record<string, unknown>>): Promise<void> {
      const signal = AbortSignal.timeout(END_LIMIT);
      await service.call(operation, input, { signal, again: true }).catch(() => {});
    },
  };
}
