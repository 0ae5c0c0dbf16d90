import type { Login } from "../login/mod.ts";
import { ENGINES } from "../engines/mod.ts";
import type { Connection, ConnectionListener, Open, Target } from "./connection.ts";
import { Fault } from "./fault.ts";
import { limitTime } from "./limit.ts";
import { socketOf } from "./socket.ts";
import { Wire } from "./wire.ts";

export type {
  Cell,
  Column,
  Connection,
  ConnectionListener,
  Kind,
  Origin,
  Outcome,
  RowSink,
  ServerNotice,
  Statement,
} from "./connection.ts";
export { Fault, OVER_BOUND, ServerError } from "./fault.ts";
export { probe } from "./probe.ts";

/** How long connecting and signing in may take, in ms. */
const CONNECT_LIMIT = 8000;

/** The stage of an attempt to connect, by which failures are told apart. */
interface Progress {
  /** Whether the TCP connection was made. */
  readonly connected: boolean;
  /** Whether the server sent anything. */
  readonly answered: boolean;
}

/** An attempt to connect. */
interface Attempt {
  readonly progress: Progress;
  /** Throws Fault or ServerError. */
  readonly connection: Promise<Connection>;
}

/** Connects and signs in; ends at once with `ABORT` when the signal is aborted, with `ETIMEDOUT` after `limit` ms. */
export function connect(
  target: Target,
  login: Login,
  options: {
    readonly listener?: ConnectionListener;
    readonly signal?: AbortSignal;
    readonly limit?: number | undefined;
  } = {},
): Attempt {
  const { listener = {}, signal, limit = CONNECT_LIMIT } = options;
  if (target.service) {
    const { service } = target;
    const opening = async () =>
      await (await import("./https/open.ts")).openHttps(service, target, { listener, signal });
    return { progress: { connected: true, answered: true }, connection: opening() };
  }
  if (target.logsService) {
    const { logsService } = target;
    const opening = async () => (await import("./https/logs.ts")).openLogs(logsService, listener);
    return { progress: { connected: true, answered: true }, connection: opening() };
  }
  const socket = socketOf(target);
  const wire = new Wire({ ...target, socket, onStep: listener.step });
  const abort = () => void wire.cut(new Fault("ABORT", "it was stopped"));
  const unlimit = limitTime(wire, target, limit);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  const opening = async () => {
    try {
      return await (await openOf(target))({ target, login, listener, wire });
    } catch (error) {
      // Any other fault: the connection has no owner, so it ends here.
      const fault = error instanceof Fault ? error : new Fault("CLOSED", (error as Error).message);
      wire.cut(fault);
      if (fault.code !== "TLS_UNTRUSTED") throw error;
      throw await lookAtCertificate({ ...target, address: wire.address, socket }, login, signal) ?? error;
    } finally {
      unlimit();
      signal?.removeEventListener("abort", abort);
    }
  };
  return { progress: wire, connection: opening() };
}

async function openOf(target: Target): Promise<Open> {
  return ENGINES[target.engine].protocol === "mysql"
    ? (await import("./mysql/connect.ts")).openMysql
    : (await import("./postgres/connect.ts")).openPostgres;
}

/** How long it may take to find out what is wrong with a certificate, in ms. */
const LOOK_LIMIT = 3000;

/**
 * What is wrong with a certificate that was refused, from a second connection, which ends when it has seen it, so that no
 * login is sent: the runtime says no more of it than that it is not trusted. Null when nothing more is known.
 */
async function lookAtCertificate(
  target: Target & { readonly address: string | undefined; readonly socket: string | undefined },
  login: Login,
  signal: AbortSignal | undefined,
): Promise<Fault | null> {
  const wire = new Wire({ ...target, look: true });
  const over = AbortSignal.any([AbortSignal.timeout(LOOK_LIMIT), ...(signal ? [signal] : [])]);
  const end = () => void wire.cut(new Fault("ABORT", "it was stopped"));
  over.addEventListener("abort", end, { once: true });
  try {
    await (await openOf(target))({ target, login, listener: {}, wire });
    return null;
  } catch (error) {
    return error instanceof Fault && /^TLS_/.test(error.code) ? error : null;
  } finally {
    over.removeEventListener("abort", end);
    end();
  }
}
