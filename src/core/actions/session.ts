import type { InputField, RunState } from "../state/state.ts";
import type { RunFace } from "./face.ts";
import { type HostFrame, hostLine, parseScriptFrame, PROTOCOL, type ScriptFrame } from "./protocol.ts";
import { createSplitter } from "./stream.ts";
import { createLineSplitter, hide, type RunLog } from "./log.ts";
import { startClock } from "./clock.ts";
import { checkForm, finalAnswer } from "./validate.ts";
import { guardedMatcher } from "./matcher.ts";

/** What an action may have open at a time: dialogs that wait their turn, and calls in all. */
const MOST_DIALOGS = 100, MOST_CALLS = 1000;
/** Broken frames after which a run is given up. */
const MOST_PROBLEMS = 100;
/** Bytes of answers that may wait until the action reads them. */
const MOST_UNREAD = 64 * 1024 * 1024;
/** What a new process has to say hello, ms. */
const HELLO_LIMIT = 10_000;
/** What an action has to end by itself after its context is closed, ms. */
export const STOP_GRACE = 2000;

/** Why a run's context is closed. */
export type CloseReason = Extract<HostFrame, { type: "close" }>["reason"];

/** A started process, as a session needs it. */
export interface ScriptProcess {
  readonly stdin: WritableStream<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  readonly status: Promise<{ readonly code: number; readonly signal: string | null }>;
  /** Ends it with everything it started, also what left its group. */
  kill(): Promise<void>;
}

/** What a session talks about and with. */
export interface SessionParts {
  readonly process: ScriptProcess;
  readonly nonce: string;
  readonly start: Omit<Extract<HostFrame, { type: "start" }>, "type" | "protocol">;
  readonly face: RunFace;
  readonly log: RunLog;
  /** The run's limit, ms. */
  readonly limit: number;
  /** Fetches a secret's value; the error's message is for the user. */
  secret(id: string, signal: AbortSignal): Promise<string>;
  query(
    query: Extract<ScriptFrame, { type: "query" }>,
    signal: AbortSignal,
  ): Promise<{ columns: string[]; rows: (null | boolean | number | string)[][]; truncated: boolean }>;
  /** Text of the action's standard error with the bundle's names in it. */
  errorText(text: string): string;
}

/** How the process of a run ended. */
export interface SessionEnd {
  readonly status: "ok" | "failed" | "timeout" | "stopped";
  readonly error?: string;
  readonly ms: number;
}

/** A running action. */
export interface Session {
  readonly done: Promise<SessionEnd>;
  close(reason: CloseReason): void;
  click(): void;
  /** The user pressed cancel on the progress. */
  cancelProgress(): void;
}

/** Speaks with a started action until it has ended and nothing of it is left. */
export function startSession(parts: SessionParts): Session {
  const { process, face, log } = parts;
  const ended = new AbortController();
  const clock = startClock(parts.limit, () => close("timeout"));
  const secrets = new Set<string>();
  let closing: CloseReason | undefined;
  let hello = false;
  let done: { error: string } | undefined;
  let broken: string | undefined;
  let problems = 0;
  let calls = 0;
  let dialogs = 0;
  let turn: Promise<unknown> = Promise.resolve();
  let button: RunState["button"] = { takesClicks: false };
  let progress: { title: string; label: string; cancelable: boolean; fraction: number | null } | null = null;

  const writer = process.stdin.getWriter();
  const encoder = new TextEncoder();
  let unread = 0;
  // A closed pipe rejects every write; the reading side sees the end as well.
  writer.closed.catch(() => {});
  function send(frame: HostFrame): void {
    const bytes = encoder.encode(hostLine(frame));
    unread += bytes.length;
    if (unread > MOST_UNREAD) return giveUp("the action does not read its answers");
    writer.write(bytes).then(() => unread -= bytes.length, () => {});
  }

  function giveUp(reason: string): void {
    broken ??= reason;
    void process.kill();
  }

  function close(reason: CloseReason): void {
    if (closing || done) return;
    closing = reason;
    clock.stop();
    ended.abort(new Error("the run has ended"));
    send({ type: "close", reason });
    timers.push(setTimeout(() => void process.kill(), STOP_GRACE));
  }
  const timers = [setTimeout(() => {
    if (!hello) giveUp(`the action did not start to speak within ${HELLO_LIMIT / 1000} s`);
  }, HELLO_LIMIT)];

  /** A frame was wrong: its sender is told, the log says it once and again. */
  function complain(message: string, id?: number): void {
    if (++problems > MOST_PROBLEMS) return giveUp("the action sent too many broken frames");
    log.add("log", `kedge: a frame of the action was refused: ${message}`);
    send(id ? { type: "fail", id, message } : { type: "problem", message });
  }

  /** Answers a call with what `work` gives. */
  function call(id: number, work: () => Promise<unknown>): void {
    if (calls >= MOST_CALLS) {
      return send({ type: "fail", id, message: `more than ${MOST_CALLS} calls at once` });
    }
    calls++;
    work().then(
      (value) => {
        if (ended.signal.aborted) {
          send({ type: "fail", id, message: "the run has ended", reason: "cancelled" });
        } else answer(id, value);
      },
      (error) => {
        const message = hide(error instanceof Error ? error.message : String(error), secrets);
        send({
          type: "fail",
          id,
          message,
          ...(ended.signal.aborted ? { reason: "cancelled" as const } : {}),
        });
      },
    ).finally(() => calls--);
  }

  function answer(id: number, value: unknown): void {
    send({ type: "answer", id, value: (value ?? null) as never });
  }

  /** Shows a dialog when those before it are closed; the clock stands while any waits. */
  function dialog(id: number, show: (signal: AbortSignal) => Promise<unknown>): void {
    if (dialogs >= MOST_DIALOGS) {
      return send({ type: "fail", id, message: `more than ${MOST_DIALOGS} dialogs at once` });
    }
    outLines.flush();
    dialogs++;
    clock.pause();
    const shown = turn.then(() => ended.signal.aborted ? null : show(ended.signal));
    turn = shown.catch(() => {});
    call(id, () =>
      shown.finally(() => {
        dialogs--;
        clock.resume();
      }));
  }

  function checked(fields: readonly InputField[], answers: Readonly<Record<string, string>>) {
    for (const field of fields) {
      if (field.kind === "secret" && answers[field.key]) {
        secrets.add(answers[field.key]!);
        log.mask(answers[field.key]!);
      }
    }
    const [wrong] = Object.entries(checkForm(fields, answers, guardedMatcher));
    if (!wrong) return Object.fromEntries(fields.map((f) => [f.key, finalAnswer(f, answers[f.key] ?? "")]));
    const label = fields.find(({ key }) => key === wrong[0])?.label || wrong[0];
    throw new Error(`the answer to "${label}" does not fit: ${wrong[1]}`);
  }

  function badPattern(fields: readonly InputField[]): string | null {
    const field = fields.find((field) => field.pattern && guardedMatcher(field.pattern, "") === null);
    return field ? `field "${field.key || field.label}": the Pattern cannot be used` : null;
  }

  function setButton(change: RunState["button"]): void {
    clock.reset();
    button = change;
    face.button(button);
  }

  function setProgress(change: typeof progress): void {
    clock.reset();
    progress = change;
    face.progress(progress);
  }

  function handle(frame: ScriptFrame): void {
    if (!hello) {
      if (frame.type !== "hello") return giveUp("the action did not begin with hello");
      hello = true;
      if (frame.protocol !== PROTOCOL) {
        return giveUp(`the action speaks protocol ${frame.protocol}, Kedge ${PROTOCOL}`);
      }
      return;
    }
    if (done && frame.type !== "log" && frame.type !== "problem") {
      if ("id" in frame) {
        send({ type: "fail", id: frame.id, message: "the run has ended", reason: "cancelled" });
      }
      return;
    }
    switch (frame.type) {
      case "hello":
        return complain("hello came twice");
      case "log":
        outLines.flush();
        return addLines(frame.text);
      case "alert":
        return dialog(frame.id, (signal) => face.alert(frame.message, signal));
      case "confirm":
        return dialog(frame.id, (signal) => face.confirm(frame.message, signal));
      case "ask": {
        const field = { key: "", ...frame.input };
        const bad = badPattern([field]);
        if (bad) return send({ type: "fail", id: frame.id, message: bad });
        return dialog(frame.id, async (signal) => {
          const answer = await face.ask(frame.title, field, signal);
          return answer === null || signal.aborted ? null : checked([field], { "": answer })[""];
        });
      }
      case "form": {
        const keys = new Set(frame.fields.map(({ key }) => key));
        const bad = keys.size < frame.fields.length ? "two fields have one Key" : badPattern(frame.fields);
        if (bad) return send({ type: "fail", id: frame.id, message: bad });
        return dialog(frame.id, async (signal) => {
          const answers = await face.form(frame.title, frame.fields, signal);
          return answers === null || signal.aborted ? null : checked(frame.fields, answers);
        });
      }
      case "html": {
        const { type: _, id, ...report } = frame;
        return dialog(id, (signal) => face.html(report, signal));
      }
      case "secret":
        return call(frame.id, async () => {
          const value = await parts.secret(frame.secret, ended.signal);
          for (const part of secretParts(value)) {
            secrets.add(part);
            log.mask(part);
          }
          return value;
        });
      case "query":
        return call(frame.id, () => parts.query(frame, ended.signal));
      case "toast": {
        const { toast: id, level: type, title, message } = frame;
        return face.toast({ id, type, title, message }, frame.duration);
      }
      case "dismissToast":
        return face.dismissToast(frame.toast);
      case "showProgress": {
        const { title, label, cancelable } = frame;
        return setProgress({ title, label, cancelable, fraction: null });
      }
      case "updateProgress": {
        const before = progress ?? { title: "", cancelable: false };
        return setProgress({ ...before, label: frame.label, fraction: frame.fraction });
      }
      case "hideProgress":
        return setProgress(null);
      case "buttonLabel":
        return setButton({ ...button, label: frame.label });
      case "buttonProgress": {
        const { progress: _, ...rest } = button;
        return setButton(frame.fraction === null ? rest : { ...rest, progress: frame.fraction });
      }
      case "resetButton":
        return setButton({ takesClicks: button.takesClicks });
      case "buttonClicks":
        return setButton({ ...button, takesClicks: true });
      case "problem":
        return log.add("log", `kedge: the action refused a frame: ${frame.message}`);
      case "done":
        done = { error: hide(parts.errorText(frame.error), secrets) };
        clock.stop();
        ended.abort(new Error("the run has ended"));
        // It has said that it ends: what does not is ended.
        timers.push(setTimeout(() => void process.kill(), STOP_GRACE));
        return;
    }
  }

  function addLines(text: string): void {
    const lines = createLineSplitter((line) => log.add("log", line));
    lines.push(encoder.encode(text));
    lines.flush();
    if (text === "") log.add("log", "");
  }

  const outLines = createLineSplitter((line) => log.add("stdout", line));
  const errLines = createLineSplitter((line) => log.add("stderr", parts.errorText(line)));
  const splitter = createSplitter(parts.nonce, {
    raw: (bytes) => outLines.push(bytes),
    frame(json) {
      const parsed = parseScriptFrame(json);
      if ("problem" in parsed) complain(parsed.problem, parsed.id);
      else handle(parsed.frame);
    },
    oversize: () => complain("it is over 16 MB"),
  });

  async function drain(stream: ReadableStream<Uint8Array>, push: (bytes: Uint8Array) => void): Promise<void> {
    try {
      for await (const chunk of stream) push(chunk);
    } catch {
      // The pipe broke: the status says how the process ended.
    }
  }

  async function finish(): Promise<SessionEnd> {
    send({ type: "start", protocol: PROTOCOL, ...parts.start });
    const reading = Promise.all([
      drain(process.stdout, splitter.push),
      drain(process.stderr, (bytes) => errLines.push(bytes)),
    ]);
    const status = await process.status;
    // A child that keeps the pipes open must not keep the run: everything is ended, then the rest is read.
    await process.kill();
    await reading;
    splitter.end();
    outLines.flush();
    errLines.flush();
    clock.stop();
    ended.abort(new Error("the run has ended"));
    for (const timer of timers) clearTimeout(timer);
    writer.close().catch(() => {});
    return { ...outcome(status), ms: clock.ms() };
  }

  function outcome(status: { code: number; signal: string | null }): Omit<SessionEnd, "ms"> {
    if (closing === "timeout") {
      return {
        status: "timeout",
        error: `the action was stopped after ${parts.limit / 1000} s of its own time`,
      };
    }
    if (closing) return { status: "stopped", error: "the action was stopped" };
    if (broken) return { status: "failed", error: broken };
    if (done) return done.error ? { status: "failed", error: done.error } : { status: "ok" };
    const how = status.signal ? `was ended by ${status.signal}` : `exited with status ${status.code}`;
    const why = status.code === 0 ? "Run did not return" : "see the log";
    return { status: "failed", error: `the action ${how} before it was done: ${why}` };
  }

  return {
    done: finish(),
    close,
    click: () => send({ type: "click" }),
    cancelProgress() {
      if (progress?.cancelable) close("cancel");
    },
  };
}

/** A secret and, when it is a JSON object, its string fields: each of them must not be seen. */
function secretParts(value: string): string[] {
  const parts = [value];
  try {
    const parsed: unknown = JSON.parse(value);
    if (parsed && typeof parsed === "object") {
      for (const field of Object.values(parsed)) {
        if (typeof field === "string" && field.length >= 6) parts.push(field);
      }
    }
  } catch {
    // Not JSON: the value stands for itself.
  }
  return parts.filter((part) => part.length >= 4);
}
