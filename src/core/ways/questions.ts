import { AsyncLocalStorage } from "node:async_hooks";
import { Secret } from "../secret.ts";
import { type AskedOnWay, isLasting, readQuestion } from "./ssh/question.ts";
import type { Destination } from "./way.ts";

/** A question for the user from a program on a way. */
export type WayQuestion = AskedOnWay & {
  /** The way and its destination. */
  readonly way: string;
  readonly to: Destination;
  /** Whether the same program asked the same before, so that the earlier answer was wrong. */
  readonly again: boolean;
};

/** Asks the user; returns null when the user cancels, and true as the consent to a question that asks for no secret. */
export type AskUser = (question: WayQuestion, signal: AbortSignal) => Promise<Secret | true | null>;

/** How questions of programs on a way reach the user of this process. */
interface Asker {
  /**
   * Returns the program to start with a question as its argument, which passes it to `answerOnWay`; null when
   * there is none.
   */
  readonly program: () => Promise<string | null>;
  readonly ask: AskUser;
}

/** Time for which answers are kept after the last use of their way, ms. */
const ANSWER_LIFETIME = 10 * 60_000;

let asker: Asker | null = null;

/**
 * Makes this process answer the questions of programs on a way until the returned function is called. Without
 * this, programs ask on the terminal.
 */
export function answerQuestionsOfWays(by: Asker): () => void {
  asker = by;
  return () => {
    if (asker === by) asker = null;
    lastingAnswers.clear();
  };
}

/** Events of a way that may ask questions. */
interface WayEvents {
  /** Tells whether a question waits for the user. */
  onAsking(asking: boolean): void;
  /** The user cancelled a question. */
  onCancel(): void;
}

/** A way that may ask questions. */
interface Asks {
  readonly way: string;
  readonly to: Destination;
  /** Its process, and whether that process marks the questions that come from a server. */
  readonly stream: { readonly process: number | undefined; readonly marksServers: boolean };
}

interface Opening extends Asks, WayEvents {
  readonly inContext: <T>(act: () => T) => T;
  readonly given: Map<string, Secret>;
  /** The questions asked so far, each with the process that asked. */
  readonly asked: Set<string>;
}

const openings = new Map<string, Opening>();
/** Reusable answers that worked, by way and question. */
const lastingAnswers = new Map<string, Map<string, Secret>>();
/** Number of open streams of each way. */
const uses = new Map<string, { count: number; forget?: ReturnType<typeof setTimeout> }>();

/** The data that a program on a way needs to ask questions. */
export interface Asking {
  readonly program: string;
  readonly token: string;
  /** Ends the questions. `worked` tells whether the program could sign in, so that its answers were right. */
  done(worked: boolean): void;
}

/**
 * Lets a program ask questions until `done`. The program is recognised by the token and by its process.
 * Returns null when nobody answers questions in this process.
 */
export async function mayAsk(opening: Asks, events: WayEvents): Promise<Asking | null> {
  const program = await asker?.program() ?? null;
  if (program === null) return null;
  const token = crypto.getRandomValues(new Uint8Array(24)).toHex();
  const started: Opening = {
    ...opening,
    ...events,
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

/**
 * Counts a stream of a way until the returned function is called. Answers are kept while streams are open,
 * and some minutes longer.
 */
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
 * Returns the answer to a question of a program on a way; null when there is none. `below` tells whether the
 * caller descends from the process with the token, and which process started the caller, when the system can
 * tell.
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
  // When a server's question may look like one of ssh, no saved answer is used without the user.
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
