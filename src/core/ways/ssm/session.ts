import type { Duplex } from "node:stream";
import type { ResourceTarget } from "../../aws/resources/target.ts";
import { CloudError, needsSignIn } from "../../aws/errors.ts";
import { execTasks } from "../../aws/managed/exec_tasks.ts";
import { type StartedSession, startPortSession } from "../../aws/managed/sessions.ts";
import { createShared } from "../../aws/shared.ts";
import { ownProperty } from "../../own_property.ts";
import { versionAtLeast } from "../../version_order.ts";
import { beforeEnd } from "../ending.ts";
import { type Destination, type WayCode, WayError } from "../way.ts";
import { accessOf } from "./access.ts";
import { type SsmAddress, ssmAddress, throughText } from "./address.ts";
import { type Conversation, openConversation } from "./conversation.ts";
import { noteSession } from "./left_sessions.ts";
import { createMux } from "./mux.ts";

/** Time for which a session stays open without a stream, and maximum time for ending it at AWS, ms. */
const IDLE = 30_000, END = 5000;
/** Agents before this version end a session after 30 s of silence; interval of the frames that prevent this, ms. */
const KEEPS_ALIVE = "3.1.1511.1", ALIVE = 10_000;

/** Open sessions by the way and destination. */
const sessions = new Map<string, Session>();
const shared = createShared<Session>();
/** All open sessions including paused ones, and the running requests that end others at AWS. */
const all = new Set<Session>(), ending = new Set<Promise<void>>();

/** A session with a managed computer, connected to one destination. */
interface Session {
  /** Opens a new connection to the destination; `linger` as in {@link createMux}. */
  open(linger?: number): Duplex;
  /** Whether another connection can be opened. */
  readonly free: boolean;
  end(): void;
}

/** Listeners for the steps of a session that is being opened. A later listener gets the newest step at once. */
const steps = new Map<string, { last: string; readonly heard: Set<(step: string) => void> }>();

/**
 * Returns a connection over the session to that destination; starts a session when there is none. Throws a
 * WayError.
 */
export async function openOverSession(
  at: SsmAddress,
  to: Destination,
  onStep: (step: string) => void,
  signal: AbortSignal,
  linger?: number,
): Promise<Duplex> {
  const key = `${ssmAddress(at)} ${to.host}:${to.port}`;
  const known = sessions.get(key);
  if (known?.free) return known.open(linger);
  const progress = steps.get(key) ?? { last: "", heard: new Set() };
  steps.set(key, progress);
  progress.heard.add(onStep);
  if (progress.last) onStep(progress.last);
  try {
    const session = await shared(key, async (stop) => {
      const tell = (step: string) => {
        progress.last = step;
        for (const hear of progress.heard) hear(step);
      };
      const made = await begin(at, to, tell, stop, () => {
        if (sessions.get(key) === made) sessions.delete(key);
        all.delete(made);
      });
      sessions.set(key, made);
      all.add(made);
      return made;
    }, signal);
    return session.open(linger);
  } catch (error) {
    throw progress.heard.size > 0 && signal.aborted
      ? new WayError("WAY_LOST", "it was stopped")
      : wayError(error, at);
  } finally {
    progress.heard.delete(onStep);
    if (progress.heard.size === 0) steps.delete(key);
  }
}

// Tells AWS that the sessions have ended.
beforeEnd(async () => {
  for (const session of [...all]) session.end();
  await Promise.allSettled(ending);
});

async function begin(
  at: SsmAddress,
  to: Destination,
  onStep: (step: string) => void,
  signal: AbortSignal,
  onOver: () => void,
): Promise<Session> {
  onStep(`Asking for credentials of ${at.role} in ${at.account}…`);
  const access = await accessOf(at, signal);
  const target = await targetOf(at, access, onStep, signal);
  onStep(`Starting a session with ${throughText(at)}…`);
  const host = isItself(to.host) ? null : to.host;
  const started = await startPortSession(access, { target, host, port: to.port }, signal);
  const { account, role } = at;
  const tellEnd = await noteSession({ id: started.id, account, role, region: access.region });
  const finish = () => {
    // A role may be allowed to start sessions but not to end them; AWS ends them some time after the channel
    // is gone.
    const end = tellEnd(access, AbortSignal.timeout(END));
    ending.add(end);
    void end.then(() => ending.delete(end));
  };
  try {
    onStep(`Waiting for the agent of ${throughText(at)}…`);
    return await conversation(started, access, (signal) => accessOf(at, signal), signal, () => {
      onOver();
      finish();
    });
  } catch (error) {
    finish();
    throw error;
  }
}

/** Opens the data channel; resolves when the agent has accepted it. */
async function conversation(
  started: StartedSession,
  access: ResourceTarget,
  renew: (signal: AbortSignal) => Promise<ResourceTarget>,
  signal: AbortSignal,
  onOver: () => void,
): Promise<Session> {
  let open: Conversation | null = null;
  let over: WayError | null = null, streams = 0;
  let idle: ReturnType<typeof setTimeout> | undefined, alive: ReturnType<typeof setInterval> | undefined;
  const mux = createMux({
    send: (bytes, sent) => open?.send(bytes, sent),
    pause: () => open?.pause(),
    resume: () => open?.resume(),
  });
  const channel = await openConversation(started, "port", access, renew, {
    onBytes: (bytes) => mux.take(bytes),
    onUnreached: () => mux.unreached(),
    onEnd(error) {
      over = error;
      clearTimeout(idle);
      clearInterval(alive);
      mux.end(error);
      if (open) onOver();
    },
  }, signal);
  // The session may have ended since the agent accepted it.
  if (over !== null) throw over;
  open = channel;
  const end = (words: string) => channel.end(new WayError("WAY_LOST", words));
  if (!versionAtLeast(channel.agent, KEEPS_ALIVE)) alive = setInterval(() => mux.nop(), ALIVE);
  const rest = () => {
    idle = setTimeout(() => end("nobody needed it any more"), IDLE);
    Deno.unrefTimer(idle);
  };
  rest();
  return {
    get free() {
      return !over && !mux.isPaused;
    },
    open(linger) {
      if (over) throw new WayError("WAY_LOST", "the session is over");
      clearTimeout(idle);
      streams++;
      const stream = mux.open(linger);
      stream.once("close", () => {
        if (--streams === 0 && !over) rest();
      });
      return stream;
    },
    end: () => end("Kedge ends"),
  };
}

/** Our code for each error code of AWS. */
const CODES: Readonly<Record<string, WayCode>> = {
  denied: "WAY_DENIED",
  timeout: "WAY_TIMEOUT",
  offline: "WAY_UNREACHABLE",
};

/** Returns the error in the form of a way. */
function wayError(error: unknown, at: SsmAddress): WayError {
  if (error instanceof WayError) return error;
  if (!(error instanceof CloudError)) throw error;
  const code = needsSignIn(error) ? "WAY_SIGNED_OUT" : ownProperty(CODES, error.code) ?? "WAY_FAILED";
  // AWS reports this for a computer whose agent is not connected.
  if (/not connected/i.test(error.message)) {
    return new WayError(
      "WAY_NONE",
      `the SSM agent of ${throughText(at)} does not report to AWS`,
      "The computer must run, with the agent, the SSM permissions in its instance role, and a way to AWS.",
    );
  }
  return new WayError(code, error.message, error.hint);
}

/** Returns the target for starting a session: the computer, or a running task of the service. */
async function targetOf(
  { through }: SsmAddress,
  access: ResourceTarget,
  onStep: (step: string) => void,
  signal: AbortSignal,
): Promise<string> {
  if ("instance" in through) return through.instance;
  const name = `${through.cluster}/${through.service}`;
  onStep(`Looking for a task of ${name}…`);
  const tasks = await execTasks(access, through, signal);
  const [best] = tasks;
  if (best?.target) return best.target;
  if (!best) {
    throw new WayError("WAY_NONE", `no task of ${name} runs`, "Scale the service up, or choose another way.");
  }
  throw best.missing === "agent"
    ? new WayError(
      "WAY_NONE",
      `the exec agent of ${name} does not run in any task`,
      "Its tasks need the SSM permissions in their task role, and a way to AWS; then deploy it again.",
    )
    : new WayError(
      "WAY_NONE",
      `exec is switched off for ${name}`,
      "Switch it on (aws ecs update-service --enable-execute-command) and deploy it again.",
    );
}

const isItself = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/i.test(host);
