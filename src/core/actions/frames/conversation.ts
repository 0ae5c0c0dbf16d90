import type { InputField, RunProgress, RunState } from "../../state/state.ts";
import type { OpenCalls } from "./calls.ts";
import type { RunClock } from "../run/clock.ts";
import type { RunSurface } from "../run/surface.ts";
import { isContinued, LINE_LIMIT } from "../log/lines.ts";
import type { RunLog } from "../log/run_log.ts";
import { outputLine } from "../../text/outside.ts";
import { pairCut, shortened } from "../../text/shorten.ts";
import { splitChoices } from "./choices.ts";
import { patternCheck, patternMatcher } from "./pattern.ts";
import { PROTOCOL, type ScriptFrame } from "./protocol.ts";
import { createRunLogins } from "./run_logins.ts";
import { answerOf, checkForm, finalAnswer } from "./validate.ts";

/** The sources of data for an action. Messages of their errors are shown to the user. */
export interface Sources {
  secret(id: string, signal: AbortSignal): Promise<string>;
  /** `login` asks the user when no login is saved; the run's clock pauses meanwhile. */
  query(
    query: Extract<ScriptFrame, { type: "query" }>,
    login: RunSurface["login"],
    signal: AbortSignal,
  ): Promise<QueryRows>;
}

/** The result of a query, in the form that an action receives. */
export interface QueryRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (null | boolean | number | string)[])[];
  readonly truncated: boolean;
}

/** The dependencies of a conversation. */
interface ConversationParts {
  readonly surface: RunSurface;
  readonly log: RunLog;
  readonly clock: RunClock;
  readonly calls: OpenCalls;
  readonly sources: Sources;
  /** Flushes the pending line that has no newline yet. */
  flushLine(): void;
  complain(message: string): void;
  giveUp(reason: string): void;
  onDone(error: string): void;
}

/** Creates the conversation of one run, which turns the frames of an action into what the user sees. */
export function createConversation(parts: ConversationParts) {
  const { surface, log, clock, calls, sources } = parts;
  let begun = false;
  let done = false;
  let button: RunState["button"] = { takesClicks: false };
  let progress: RunProgress | null = null;
  const logins = createRunLogins(async (server, problem, signal) => {
    clock.pause();
    try {
      return await surface.login(server, problem, signal, calls.inTurn);
    } finally {
      clock.resume();
    }
  });

  /** Checks the answers again because a surface may let wrong ones through. */
  function checked(fields: readonly InputField[], answers: Readonly<Record<string, string>>) {
    for (const { kind, key } of fields) if (kind === "secret") log.secrets.learn(answerOf(answers, key));
    const [wrong] = Object.entries(checkForm(fields, answers, patternMatcher()));
    if (!wrong) {
      return Object.fromEntries(
        fields.map((field) => [field.key, sent(field, answerOf(answers, field.key))]),
      );
    }
    const label = fields.find(({ key }) => key === wrong[0])?.label || wrong[0];
    throw new Error(`the answer to "${label}" does not fit: ${wrong[1]}`);
  }

  function setButton(change: RunState["button"]): void {
    clock.reset();
    button = change;
    surface.button(button);
  }

  function setProgress(change: RunProgress | null): void {
    clock.reset();
    progress = change;
    surface.progress(progress);
  }

  function dialog(id: number, show: (signal: AbortSignal) => Promise<unknown>): void {
    parts.flushLine();
    calls.dialog(id, show);
  }

  function begin(frame: ScriptFrame): void {
    begun = true;
    if (frame.type !== "hello") parts.giveUp("the action did not begin with hello");
    else if (frame.protocol !== PROTOCOL) {
      parts.giveUp(`the action speaks protocol ${frame.protocol}, Kedge ${PROTOCOL}`);
    }
  }

  function handle(frame: ScriptFrame): void {
    if (!begun) return begin(frame);
    // A goroutine may still send frames after Run has returned; only its log lines still count.
    if (done && frame.type !== "log") {
      if ("id" in frame) calls.fail(frame.id, "the run has ended");
      return;
    }
    switch (frame.type) {
      case "hello":
        return parts.complain("hello came twice");
      case "log":
        return addLog(frame.text);
      case "alert":
        return dialog(frame.id, (signal) => surface.alert(short(frame.message, MAX_LENGTH.dialog), signal));
      case "confirm":
        return dialog(frame.id, (signal) => surface.confirm(short(frame.message, MAX_LENGTH.dialog), signal));
      case "ask":
        return ask(frame);
      case "form":
        return form(frame);
      case "html": {
        const { type: _, id, ...report } = frame;
        return dialog(id, (signal) => surface.html(report, signal));
      }
      case "secret":
        return calls.call(frame.id, async (signal) => {
          const value = await sources.secret(frame.secret, signal);
          log.secrets.learn(value);
          return value;
        });
      case "query":
        return calls.call(frame.id, (signal) => sources.query(frame, logins.ofQuery(), signal));
      case "toast": {
        const { toast: id, level: type } = frame;
        const title = short(frame.title), message = short(frame.message, MAX_LENGTH.message);
        return surface.toast({ id, type, title, message }, frame.duration);
      }
      case "dismissToast":
        return surface.dismissToast(frame.toast);
      case "showProgress": {
        const { title, label, cancelable } = frame;
        return setProgress({ title: short(title), label: short(label), cancelable, fraction: null });
      }
      case "updateProgress": {
        const before = progress ?? { title: "", cancelable: false };
        return setProgress({ ...before, label: short(frame.label), fraction: frame.fraction });
      }
      case "hideProgress":
        return setProgress(null);
      case "buttonLabel":
        return setButton({ ...button, label: short(frame.label) });
      case "buttonProgress": {
        const { progress: _, ...rest } = button;
        return setButton(frame.fraction === null ? rest : { ...rest, progress: frame.fraction });
      }
      case "resetButton":
        return setButton({ takesClicks: button.takesClicks });
      case "buttonClicks":
        return setButton({ ...button, takesClicks: true });
      case "problem":
        return addLog(`kedge: the action refused a frame: ${frame.message}`);
      case "done":
        done = true;
        return parts.onDone(frame.error);
    }
  }

  function ask(frame: Extract<ScriptFrame, { type: "ask" }>): void {
    const field = { key: "", ...frame.input };
    const fault = fieldFault([field]);
    if (fault) return calls.fail(frame.id, fault);
    dialog(frame.id, async (signal) => {
      const answer = await surface.ask(frame.title, field, signal);
      return answer === null || signal.aborted ? null : checked([field], { "": answer })[""];
    });
  }

  function form(frame: Extract<ScriptFrame, { type: "form" }>): void {
    const fault = fieldFault(frame.fields);
    if (fault) return calls.fail(frame.id, fault);
    dialog(frame.id, async (signal) => {
      const answers = await surface.form(frame.title, frame.fields, signal);
      return answers === null || signal.aborted ? null : checked(frame.fields, answers);
    });
  }

  function addLog(text: string): void {
    parts.flushLine();
    // A secret of several lines, and one on both sides of a cut, can be told only here.
    for (const line of log.secrets.hide(text).replace(/\n$/, "").split("\n")) {
      for (let at = 0, end = 0; at === 0 || at < line.length; at = end) {
        end = pairCut(line, at + LINE_LIMIT);
        const part = line.slice(at, end);
        log.add("log", outputLine(part), end < line.length && isContinued(part));
      }
    }
  }

  return {
    handle,
    /** Whether the action has sent hello. */
    get begun() {
      return begun;
    },
    /** Whether a progress is shown that the user may cancel. */
    get cancelable() {
      return progress?.cancelable === true;
    },
  };
}

/** Maximum characters shown of a text: each change sends it to every window and the tray. */
const MAX_LENGTH = { label: 1000, message: 10_000, dialog: 1_000_000 } as const;

const short = (text: string, longest: number = MAX_LENGTH.label) => shortened(text, longest);

/** Returns an answer in the form for the action: choices as a list because values may contain commas. */
function sent(field: InputField, answer: string): string | string[] {
  return field.kind === "multiselect" ? splitChoices(field, answer) ?? [] : finalAnswer(field, answer);
}

/** Returns why the fields cannot be asked for; null when they can. */
function fieldFault(fields: readonly InputField[]): string | null {
  if (new Set(fields.map(({ key }) => key)).size < fields.length) return "two fields have the same Key";
  const usable = patternCheck();
  for (const { kind, key, label, pattern, options } of fields) {
    if (key === "__proto__") return "a field cannot have the Key __proto__";
    if (pattern && !usable(pattern)) {
      return `field "${key || label}": the Pattern ${pattern} cannot be used`;
    }
    if (["select", "radio", "multiselect"].includes(kind) && options.length === 0) {
      return `field "${key || label}" needs Options`;
    }
  }
  return null;
}
