import { createCalls } from "../frames/calls.ts";
import { createConversation, type Sources } from "../frames/conversation.ts";
import { outputLine } from "../../text/outside.ts";
import { createLineSplitter } from "../log/lines.ts";
import type { RunLog } from "../log/run_log.ts";
import { createCrashReader } from "./crash.ts";
import type { RunClock } from "./clock.ts";
import type { RunOutcome, RunSurface } from "./surface.ts";
import { type HostFrame, hostLine, MAX_FRAME, parseScriptFrame, PROTOCOL } from "../frames/protocol.ts";
import { createSplitter } from "../frames/stream.ts";

/** Maximum broken frames of a run before it is ended. */
const MAX_PROBLEMS = 100;
/** Maximum bytes of answers that the action has not read. */
const MAX_UNREAD = 64 * 1024 * 1024;
/** Maximum time for a new process to say hello, ms. */
const HELLO_LIMIT = 10_000;
/** Time between closing an action's context and killing the action, ms. */
const STOP_GRACE = 2000;

/** Interval for checking whether processes that outlive the action still print, ms. */
const HELD_LOOK = 1000;
/** Maximum checks: in a row without output, and in all. After that the output is given up. */
const HELD_QUIET = 3, HELD_MOST = 15;

/** Why a run's context is closed; `cancel` when the user cancels a progress. */
type CloseReason = Extract<HostFrame, { type: "close" }>["reason"];

/** A started process. */
export interface ScriptProcess {
  readonly stdin: WritableStream<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  readonly status: Promise<{ readonly code: number; readonly signal: string | null }>;
  /** Ends the process and everything it started, including processes that left its group. */
  kill(): Promise<void>;
}

/** The dependencies of a supervisor. */
export interface SupervisorParts {
  readonly process: ScriptProcess;
  readonly nonce: string;
  readonly start: Omit<Extract<HostFrame, { type: "start" }>, "type" | "protocol">;
  readonly surface: RunSurface;
  readonly clock: RunClock;
  readonly log: RunLog;
  /** A promise that resolves when the log can take more; null when it can at once. */
  room(): Promise<void> | null;
  readonly sources: Sources;
  /** The clock's time limit, ms. */
  readonly limit: number;
  /** For tests: the interval of checks for output that outlives the action, ms. */
  readonly heldLook?: number;
  /** Returns text of the action's standard error with the bundle's file names. */
  errorText(text: string): string;
}

/** How the process of a run ended. */
type ProcessEnd = Pick<RunOutcome, "error" | "ms"> & {
  readonly status: Exclude<RunOutcome["status"], "refused">;
};

/** Watches over a running action. */
export type Supervisor = ReturnType<typeof supervise>;

/** Exchanges frames with a started action until it and all its processes have ended. */
export function supervise(parts: SupervisorParts) {
  const { process, log, clock } = parts;
  const { secrets } = log;
  const ended = new AbortController();
  const aborted = new Promise<void>((resolve) =>
    ended.signal.addEventListener("abort", () => resolve(), { once: true })
  );
  const timers: ReturnType<typeof setTimeout>[] = [];
  let closing: CloseReason | undefined;
  let done: { readonly error: string } | undefined;
  let broken: string | undefined;
  let problems = 0;
  let unread = 0;
  /** Number of output pieces read. */
  let chunks = 0;
  /** Number of streams that are not read because the log has no room. */
  let waiting = 0;

  const encoder = new TextEncoder();
  const writer = process.stdin.getWriter();
  // A closed pipe rejects every write; the reader notices the end as well.
  writer.closed.catch(() => {});

  function send(frame: HostFrame): void {
    const bytes = encoder.encode(hostLine(frame));
    // The action would drop a longer answer and wait forever.
    if (bytes.length > MAX_FRAME && frame.type === "answer") {
      return send({ type: "fail", id: frame.id, message: "the answer is over 16 MB" });
    }
    unread += bytes.length;
    if (unread > MAX_UNREAD) return giveUp("the action does not read its answers");
    writer.write(bytes).then(() => unread -= bytes.length, () => {});
  }

  function kill(): void {
    process.kill().catch((error: Error) =>
      log.add("log", `kedge: the action could not be ended: ${error.message}`)
    );
  }

  function giveUp(reason: string): void {
    broken ??= reason;
    end();
    kill();
  }

  /** Closes the run's context on both sides. */
  function end(): void {
    clock.stop();
    ended.abort(new Error("the run has ended"));
  }

  function close(reason: CloseReason): void {
    if (closing) return kill();
    if (done || broken !== undefined) return;
    closing = reason;
    end();
    send({ type: "close", reason });
    timers.push(setTimeout(kill, STOP_GRACE));
  }

  /** Refuses a broken frame: the sender gets an error, and the log a line. */
  function complain(message: string, id?: number): void {
    if (++problems > MAX_PROBLEMS) return giveUp("the action sent too many broken frames");
    log.add("log", outputLine(`kedge: a frame of the action was refused: ${message}`));
    if (id === undefined) send({ type: "problem", message });
    else calls.fail(id, message);
  }

  const outLines = createLineSplitter((line, more) => log.add("stdout", line, more), log);
  const crash = createCrashReader();
  let complaints = false;
  const errLines = createLineSplitter((line, more) => {
    const text = parts.errorText(line);
    complaints = true;
    crash.push(text);
    log.add("stderr", text, more);
  }, log);
  const calls = createCalls(send, clock, ended.signal, secrets);
  const conversation = createConversation({
    surface: parts.surface,
    log,
    clock,
    calls,
    sources: parts.sources,
    flushLine: outLines.flush,
    complain,
    giveUp,
    onDone(error) {
      done = { error: secrets.hide(parts.errorText(error)) };
      end();
      timers.push(setTimeout(kill, STOP_GRACE));
    },
  });
  const splitter = createSplitter(parts.nonce, {
    raw: outLines.push,
    frame(json) {
      const parsed = parseScriptFrame(json);
      if ("problem" in parsed) complain(parsed.problem, parsed.id);
      else conversation.handle(parsed.frame);
    },
    oversize: () => complain("it is over 16 MB"),
  });

  /** Reads a stream to its end, no faster than the log is written. After the run's end only a limited rest is read. */
  async function drain(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    push: (bytes: Uint8Array) => void,
  ): Promise<void> {
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        chunks++;
        push(next.value);
        const room = parts.room();
        if (!room || ended.signal.aborted) continue;
        waiting++;
        await Promise.race([room, aborted]);
        waiting--;
      }
    } catch {
      // The pipe broke; the process status tells how the process ended.
    }
  }

  async function run(): Promise<ProcessEnd> {
    timers.push(setTimeout(() => {
      if (!conversation.begun) giveUp(`the action did not say hello within ${HELLO_LIMIT / 1000} s`);
    }, HELLO_LIMIT));
    send({ type: "start", protocol: PROTOCOL, ...parts.start });
    const [out, err] = [process.stdout.getReader(), process.stderr.getReader()];
    const reading = Promise.all([drain(out, splitter.push), drain(err, errLines.push)]);
    const status = await process.status;
    // A child that keeps the pipes open must not keep the run alive, so all processes are ended before the
    // rest is read.
    await process.kill();
    const held = endHeld([out, err]);
    await reading;
    clearInterval(held);
    splitter.end();
    outLines.flush();
    errLines.flush();
    end();
    for (const timer of timers) clearTimeout(timer);
    writer.close().catch(() => {});
    return { ...outcome(status), ms: clock.ms() };
  }

  /** Stops reading output from a process that could not be ended, such as another user's. */
  function endHeld(
    readers: readonly ReadableStreamDefaultReader<Uint8Array>[],
  ): ReturnType<typeof setInterval> {
    let quiet = 0, looks = 0, before = chunks;
    return setInterval(() => {
      if (waiting > 0) return;
      quiet = chunks === before ? quiet + 1 : 0;
      before = chunks;
      if (++looks < HELD_MOST && quiet < HELD_QUIET) return;
      for (const reader of readers) reader.cancel().catch(() => {});
    }, parts.heldLook ?? HELD_LOOK);
  }

  function outcome(status: { code: number; signal: string | null }): Omit<ProcessEnd, "ms"> {
    if (closing === "timeout") {
      return {
        status: "timeout",
        error: `the action took more than ${parts.limit / 1000} s of its own time`,
      };
    }
    if (closing) return { status: "stopped" };
    if (broken !== undefined) return { status: "failed", error: broken };
    if (done) return done.error ? { status: "failed", error: done.error } : { status: "ok" };
    const reason = crash.reason();
    if (reason !== null) return { status: "failed", error: secrets.hide(reason) };
    const how = status.signal ? `was ended by ${status.signal}` : `exited with status ${status.code}`;
    const why = status.code !== 0 && complaints
      ? "its output says more"
      : status.signal === "SIGKILL"
      ? "something else ended it, as the system does when memory is short"
      : "Run did not return";
    return { status: "failed", error: `the action ${how} before it was done: ${why}` };
  }

  return {
    done: run(),
    /** Closes the run's context because the user stops the run; a second call ends the process at once. */
    stop: () => close(conversation.cancelable ? "cancel" : "stop"),
    timeout: () => close("timeout"),
    click: () => send({ type: "click" }),
    /** Hides the secrets that the action has received. */
    hide: secrets.hide,
  };
}
