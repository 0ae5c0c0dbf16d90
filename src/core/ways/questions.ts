import { AsyncLocalStorage } from "node:async_hooks";
import { Secret } from "../secret.ts";
import { type AskedOnWay, isLasting, readQuestion } from "./ssh/question.ts";
import type { Destination } from "./way.ts";

/** A question of a program on a way, for the user. */
export type WayQuestion = AskedOnWay & {
  /** The way, and where it leads. */
  readonly way: string;
  readonly to: Destination;
  /** The same program has asked the same before: what it was answered was wrong. */
  readonly again: boolean;
};

/** Asks the user; null: cancelled. What is no secret is answered with true. */
export type AskUser = (question: WayQuestion, signal: AbortSignal) => Promise<Secret | true | null>;

/** How questions of programs on a way come to the user of this process. */
interface Asker {
  /** The program that is started with a question as its argument, which leads back to `answerOnWay`; null: there is none. */
  readonly program: () => Promise<string | null>;
  readonly ask: AskUser;
}

/** How long answers are kept after the last use of their way, in ms. */
const ANSWER_LIFETIME = 10 * 60_000;

let asker: Asker | null = null;

/**
 * From now on questions of programs on a way are answered in this process, until the given function is called; without it
 * they ask on the terminal.
 */
export function answerQuestionsOfWays(by: Asker): () => void {
  asker = by;
  return () => {
    if (asker === by) asker = null;
    lastingAnswers.clear();
  };
}

/** What is told of a way that may ask. */
interface WayEvents {
  /** A question waits for the user, or none does any more. */
  onAsking(asking: boolean): void;
  /** The user did not answer. */
  onCancel(): void;
}

/** A way that may ask. */
interface Asks {
  readonly way: string;
  readonly to: Destination;
  /** Its process, and whether that tells apart what it asks itself and what a server makes it ask. */
  readonly stream: { readonly process: number | undefined; readonly marksServers: boolean };
}

interface Opening extends Asks, WayEvents {
  readonly inContext: <T>(act: () => T) => T;
  readonly given: Map<string, Secret>;
  /** Who was answered what before. */
  readonly asked: Set<string>;
}

const openings = new Map<string, Opening>();
/** Lasting answers that worked, by way and question. */
const lastingAnswers = new Map<string, Map<string, Secret>>();
/** Streams of each way. */
const uses = new Map<string, { count: number; forget?: ReturnType<typeof setTimeout> }>();

/** What a program on a way gets, so that it can ask. */
export interface Asking {
  readonly program: string;
  readonly token: string;
  /** It asks no more: `worked` tells whether it has what it needs, so that its answers were right. */
  done(worked: boolean): void;
}

/** Lets a program ask until `done`, known by what it is given and by the process that it is; null: nobody answers here. */
export async function mayAsk(
  opening: Asks,
  events: WayEvents,
): Promise<Asking | null> {
  const program = await asker?.program() ?? null;
  if (program === null) return null;
  const token = crypto.getRandomValues(new Uint8Array(24)).toHex();
  const started: Opening = {
    ...opening,
    onAsking: (asking) => events.onAsking(asking),
    onCancel: () => events.onCancel(),
    inContext: AsyncLocalStorage.snapshot(),
    given: new Map(),
    asked: new Set(),
  };
  openings.set(token, started);
  return {
    program,
    token,
    done(worked) {
      if (!openings.delete(token) || !worked || started.given.size === 0) return;
      lastingAnswers.set(opening.way, new Map([...lastingAnswers.get(opening.way) ?? [], ...started.given]));
    },
  };
}

/** Counts a stream of a way until the given function is called: answers are kept as long as there are any, and some minutes. */
export function useWay(way: string, keep = ANSWER_LIFETIME): () => void {
  const use = uses.get(way) ?? { count: 0 };
  uses.set(way, use);
  clearTimeout(use.forget);
  use.count++;
  return () => {
    if (--use.count > 0) return;
    use.forget = setTimeout(() => {
      lastingAnswers.delete(way);
      uses.delete(way);
    }, keep);
    Deno.unrefTimer(use.forget);
  };
}

/**
 * The answer to a question of a program on a way; null: there is none. `below` tells whether who asks was started by the
 * process that was given the token, and by which one, where the system tells.
 */
export async function answerOnWay(
  question: { readonly token: string; readonly text: string; readonly hint: string },
  below: (root: number) => { readonly by: number } | null,
  signal: AbortSignal,
): Promise<Secret | null> {
  const opening = openings.get(question.token);
  const root = opening?.stream.process;
  const caller = root === undefined ? null : below(root);
  if (!asker || !opening || !caller) return null;
  const { way, to, given, asked } = opening;
  const read = readQuestion(question.text, question.hint);
  // Where a server's question may look like one of ssh, no answer is given unseen.
  const lasting = opening.stream.marksServers && read.asks === "secret" && isLasting(read.text);
  const mark = `${caller.by} ${read.text}`;
  const again = read.asks === "secret" && asked.has(mark);
  asked.add(mark);
  const known = lasting && !again
    ? given.get(read.text) ?? lastingAnswers.get(way)?.get(read.text)
    : undefined;
  if (known) {
    given.set(read.text, known);
    return known;
  }
  const { ask } = asker;
  opening.onAsking(true);
  try {
    const answer = await opening.inContext(() => ask({ ...read, way, to, again }, signal));
    if (answer === null) {
      if (!signal.aborted) opening.onCancel();
      return null;
    }
    if (answer === true) return new Secret("yes");
    if (lasting) given.set(read.text, answer);
    return answer;
  } finally {
    opening.onAsking(false);
  }
}
