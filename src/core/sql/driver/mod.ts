import type { Login } from "../login/mod.ts";
import { ENGINES } from "../engines/mod.ts";
import type { Connection, ConnectionListener, Open, Target } from "./connection.ts";
import { DriverError } from "./errors.ts";
import { limitWire } from "./limit.ts";
import { socketOf } from "./socket.ts";
import { Wire } from "./wire.ts";

export type {
  Cell,
  Column,
  Connection,
  Kind,
  Origin,
  Outcome,
  RowSink,
  ServerNotice,
  Statement,
} from "./connection.ts";
export { DriverError, OVER_BOUND, ServerError } from "./errors.ts";
export { probe } from "./probe.ts";

/** Maximum time for connecting and signing in, in ms. */
const CONNECT_LIMIT = 8000;

/** An attempt to connect. */
interface Attempt {
  /** Whether the TCP connection was made, which tells failures apart. */
  readonly progress: { readonly connected: boolean };
  /** Rejects with DriverError or ServerError. */
  readonly connection: Promise<Connection>;
}

/** Options of an attempt to connect. */
export interface ConnectOptions {
  readonly listener?: ConnectionListener;
  readonly signal?: AbortSignal;
  /** Maximum time in ms. */
  readonly limit?: number | undefined;
}

/**
 * Connects and signs in. Ends at once with `ABORT` when the signal is aborted, and with `ETIMEDOUT` after
 * `limit` ms.
 */
export function connect(target: Target, login: Login, options: ConnectOptions = {}): Attempt {
  const { listener = {}, signal, limit = CONNECT_LIMIT } = options;
  const { service, logsService } = target;
  if (service) {
    const opening = async () =>
      await (await import("./https/open.ts")).openHttps(service, target, { listener, signal });
    return { progress: { connected: true }, connection: opening() };
  }
  if (logsService) {
    const opening = async () => (await import("./https/logs.ts")).openLogs(logsService, listener);
    return { progress: { connected: true }, connection: opening() };
  }
  const socket = socketOf(target);
  const wire = new Wire({ ...target, socket, onStep: listener.step });
  const unlimit = limitWire(wire, target, limit, signal);
  const opening = async () => {
    try {
      return await (await openOf(target))({ target, login, listener, wire });
    } catch (error) {
      // No caller gets the connection after a failure, so it is closed here.
      const reason = error instanceof DriverError
        ? error
        : new DriverError("CLOSED", (error as Error).message);
      wire.cut(reason);
      if (reason.code !== "TLS_UNTRUSTED") throw error;
      throw await lookAtCertificate({ ...target, address: wire.address, socket }, login, signal) ?? error;
    } finally {
      unlimit();
    }
  };
  return { progress: wire, connection: opening() };
}

async function openOf(target: Target): Promise<Open> {
  return ENGINES[target.engine].protocol === "mysql"
    ? (await import("./mysql/connect.ts")).openMysql
    : (await import("./postgres/connect.ts")).openPostgres;
}

/** Maximum time in ms for finding out what is wrong with a certificate. */
const LOOK_LIMIT = 3000;

/**
 * Returns what is wrong with a refused certificate; null when nothing more is known. It opens a second
 * connection, because the runtime says only that the certificate is not trusted. That connection ends as soon
 * as it has seen the certificate, so no login is sent.
 */
async function lookAtCertificate(
  target: Target & { readonly address: string | undefined; readonly socket: string | undefined },
  login: Login,
  signal: AbortSignal | undefined,
): Promise<DriverError | null> {
  const wire = new Wire({ ...target, look: true });
  const over = AbortSignal.any([AbortSignal.timeout(LOOK_LIMIT), ...(signal ? [signal] : [])]);
  const end = () => void wire.cut(new DriverError("ABORT", "it was stopped"));
  over.addEventListener("abort", end, { once: true });
  try {
    await (await openOf(target))({ target, login, listener: {}, wire });
    return null;
  } catch (error) {
    return error instanceof DriverError && /^TLS_/.test(error.code) ? error : null;
  } finally {
    over.removeEventListener("abort", end);
    end();
  }
}
