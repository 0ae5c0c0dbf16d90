import { join } from "node:path";
import { makeFolder } from "../../core/files/atomic.ts";
import { openLock } from "../../core/files/lock.ts";
import { givenActivation } from "../activation.ts";
import { passStartOn } from "../foreground.ts";
import type { Called } from "../../core/platform/peer/unix.ts";
import { mayCall } from "../../core/platform/peer/mod.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { challenge, proofOf } from "./connect.ts";
import type { Endpoint, Listening } from "./endpoint.ts";
import { type Channel, converse } from "./channel.ts";
import { hangUp, LineReader, send } from "./lines.ts";
import { loopbackEndpoint } from "./loopback.ts";
import { unixEndpoint } from "./unix.ts";

/** Wish that a later start sends to the first Kedge. */
type Summons = "palette";

/**
 * Called with the wish of a later start. `activation` is the activation token of that start, which lets the
 * window take the focus.
 */
type OnSummon = (what: Summons, activation?: string) => void;

/**
 * Questions that a later start may ask, by name. The result is sent as JSON; an error is sent as no answer.
 * `callers` are the IDs of the processes that may have called; empty where the system does not tell.
 */
export type Questions = Readonly<
  Record<string, (question: unknown, callers: readonly number[]) => Promise<unknown>>
>;

/**
 * Conversations that a later start may hold with the first Kedge, by name. A conversation lasts until its
 * promise settles. `callers` are the IDs of the processes that may have called; empty where the system does
 * not tell.
 */
type Conversations = Readonly<
  Record<string, (opening: unknown, channel: Channel, callers: readonly number[]) => Promise<void>>
>;

/** Handlers of the first Kedge for calls of later starts. */
interface Answers {
  readonly onSummon: OnSummon;
  readonly questions: Questions;
  readonly conversations: Conversations;
  /** Aborts when this Kedge ends. */
  readonly ending: AbortSignal;
}

/** Outcome of a start: this Kedge is the first of its home, or another Kedge is. */
export type InstanceStart =
  | {
    readonly first: true;
    /** Why later starts cannot reach this Kedge; everything else works. */
    readonly unreachable?: string;
    /** Answers no more calls, so that a start from now on waits for the lock and becomes the next Kedge. */
    stopAnswering(): Promise<void>;
    /** Gives the lock back, after {@link stopAnswering}. */
    close(): Promise<void>;
  }
  | {
    readonly first: false;
    /** False when the first Kedge holds the lock of the home but does not answer. */
    readonly reached: boolean;
  };

/** How long a start tries to reach a first Kedge that is starting or ending, in ms: runs may take 5 s to end. */
const PATIENCE = 10_000;
/**
 * How long the first Kedge may take to answer, in ms: it is slow on a busy machine. A caller that gives up
 * earlier would report that no Kedge runs, or ask twice.
 */
const ANSWERS_WITHIN = 15_000;

/**
 * Makes this process the one Kedge of its home, or reaches the running one with `reach`, which opens its
 * palette by default. The lock of the home decides. The system releases that lock however its holder ends, so
 * a killed Kedge does not block the next start.
 */
export async function becomeFirst(
  paths: KedgePaths,
  onSummon: OnSummon,
  endpoint = endpointFor(paths),
  questions: Questions = {},
  conversations: Conversations = {},
  reach = () => summonFirst(paths, "palette", endpoint),
): Promise<InstanceStart> {
  await makeFolder(paths.home);
  const end = performance.now() + PATIENCE;
  do {
    const lock = await openLock(join(paths.home, "instance.lock"));
    if (await lock.tryLock(true)) {
      return await listen(endpoint, { onSummon, questions, conversations }, lock);
    }
    lock.close();
    if (await reach()) return { first: false, reached: true };
    await new Promise((resolve) => setTimeout(resolve, 50));
  } while (performance.now() < end);
  return { first: false, reached: false };
}

/** Listens for later starts. This Kedge stays the first one even when it cannot listen. */
async function listen(
  endpoint: Endpoint,
  answers: Omit<Answers, "ending">,
  lock: Deno.FsFile,
): Promise<InstanceStart> {
  const ending = new AbortController();
  let listening: Listening;
  try {
    listening = await endpoint.listen();
  } catch (error) {
    return {
      first: true,
      unreachable: error instanceof Error ? error.message : String(error),
      stopAnswering: () => Promise.resolve(),
      close: () => Promise.resolve(lock.close()),
    };
  }
  // When the listener fails, Kedge answers no more calls but stays the first one.
  const serving = serve(listening, { ...answers, ending: ending.signal }).catch(() => {});
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    ending.abort();
    await listening.close();
    await serving;
  };
  const stopAnswering = () => stopped ??= stop();
  return {
    first: true,
    stopAnswering,
    async close() {
      await stopAnswering();
      lock.close();
    },
  };
}

/**
 * Sends a wish to the running Kedge of this home, after `passOn` has let it take the focus. Returns false when
 * no Kedge runs or it does not answer.
 */
export async function summonFirst(
  paths: KedgePaths,
  what: Summons,
  endpoint = endpointFor(paths),
  passOn = passStartOn,
): Promise<boolean> {
  let connection: Deno.Conn;
  try {
    connection = await endpoint.connect();
  } catch {
    return false;
  }
  try {
    passOn();
    const activation = givenActivation();
    await send(connection, `${what}${activation ? ` ${activation}` : ""}\n`);
    return await new LineReader(connection, undefined, ANSWERS_WITHIN).next() === "done";
  } catch {
    return false;
  } finally {
    hangUp(connection);
  }
}

function endpointFor(paths: KedgePaths): Endpoint {
  return Deno.build.os === "windows" ? loopbackEndpoint(paths) : unixEndpoint(paths);
}

/** Answers calls until the listener is closed; settles when every call has its answer. */
async function serve({ listener, secret, caller }: Listening, answers: Answers): Promise<void> {
  const given = new Set<Promise<void>>();
  for await (const connection of listener) {
    const one = answerUser(connection, caller(connection), secret, answers);
    given.add(one);
    one.finally(() => given.delete(one));
  }
  await Promise.all(given);
}

/** Answers a caller that is permitted. An action, and a caller that may be an action, is disconnected. */
async function answerUser(
  connection: Deno.Conn,
  caller: Called | Promise<Called>,
  secret: string,
  answers: Answers,
): Promise<void> {
  const { peer, processes } = await caller;
  if (mayCall(peer)) await answer(connection, secret, answers, processes);
  else hangUp(connection);
}

async function answer(
  connection: Deno.Conn,
  secret: string,
  { onSummon, questions, conversations, ending }: Answers,
  callers: readonly number[],
): Promise<void> {
  const lines = new LineReader(connection);
  try {
    if (secret !== "" && !await knows(secret, connection, lines)) return;
    const line = await lines.next();
    const [, way, name = "", detail = ""] = /^(ask|with) ([a-z-]+) (.*)$/.exec(line) ?? [];
    if (way === "ask" && Object.hasOwn(questions, name)) {
      const given = JSON.stringify(await beforeEnd(questions[name]!(JSON.parse(detail), callers), ending));
      await send(connection, `answer ${given}\n`);
    } else if (way === "with" && Object.hasOwn(conversations, name)) {
      const talk = conversations[name]!;
      await converse(connection, lines, ending, (channel) => talk(JSON.parse(detail), channel, callers));
    } else if (line === "palette" || line.startsWith("palette ")) {
      onSummon("palette", line.slice("palette ".length) || undefined);
      await send(connection, "done\n");
    }
  } catch {
    // The caller has gone or sent something invalid.
  } finally {
    hangUp(connection);
  }
}

/**
 * Waits for the answer to a question. Throws when Kedge ends first: AWS may take a minute, and the next start
 * waits until this Kedge has ended.
 */
async function beforeEnd(given: Promise<unknown>, ending: AbortSignal): Promise<unknown> {
  const over = Promise.withResolvers<never>();
  const end = () => over.reject(new Error("Kedge ends"));
  ending.addEventListener("abort", end, { once: true });
  if (ending.aborted) end();
  try {
    return await Promise.race([given, over.promise]);
  } finally {
    ending.removeEventListener("abort", end);
  }
}

/** Proves to a caller that this is the first Kedge, and returns whether the caller knows the secret. */
async function knows(secret: string, connection: Deno.Conn, lines: LineReader): Promise<boolean> {
  const theirs = /^hello ([0-9a-f]{32})$/.exec(await lines.next())?.[1];
  if (theirs === undefined) return false;
  const mine = challenge();
  await send(connection, `${mine} ${await proofOf(secret, "first", theirs, mine)}\n`);
  return await lines.next() === await proofOf(secret, "later", theirs, mine);
}
