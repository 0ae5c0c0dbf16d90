import type { RunSurface } from "../../core/actions/mod.ts";
import { joinChoices, splitChoices } from "../../core/actions/frames/choices.ts";
import { checkField, initialAnswer } from "../../core/actions/frames/validate.ts";
import { patternMatcher } from "../../core/actions/frames/pattern.ts";
import type { InputField, RunProgress } from "../../core/state/state.ts";
import { type AccountChoices, askAccount } from "./account.ts";
import { terminalLogin } from "./login.ts";
import { createPrompter, terminalColumns } from "./prompt.ts";
import { oneLine } from "../../core/text/outside.ts";
import { createStatusLine } from "./status_line.ts";
import { htmlText, progressBar, progressLines, terminalText } from "./text.ts";
import { colorsFor, painter } from "../colours.ts";
import { isYes } from "../question.ts";

/** Standard output or standard error of this process. */
type Output = typeof Deno.stdout | typeof Deno.stderr;

/** How a run uses the terminal. */
interface TerminalOptions {
  /** Whether nothing is shown or asked, as with `--json`. */
  readonly quiet: boolean;
  /** Whether the answers come from a file, so that nothing waits for a user. */
  readonly answered: boolean;
  /** Called before a question fails because there is no user at the terminal. */
  readonly onUnanswerable: (reason: string) => void;
  /** Choices for an action that needs an account. */
  readonly choices: AccountChoices;
}

/**
 * Makes the terminal the surface of a run. The action's standard output and error go to those of this
 * process, whole; everything else goes to standard error.
 */
export function createTerminalSurface(
  { quiet, answered, onUnanswerable, choices }: TerminalOptions,
) {
  const out = Deno.stdout, err = Deno.stderr;
  const colors = colorsFor(err);
  const paint = painter(colors);
  const encoder = new TextEncoder();
  const prompter = createPrompter();
  const login = terminalLogin(prompter, quiet);
  const status = createStatusLine((text) => {
    if (!quiet && err.isTerminal()) writeAll(err, encoder.encode(text));
  });
  const logged = progressLines();
  /** IDs of the loading toasts that were said. */
  const loading = new Set<string>();
  let unwritten: unknown = null;
  /** Outputs that are terminals, asked once because lines come by the million. */
  const terminals = new Set<Output>([out, err].filter((to) => to.isTerminal()));
  /** Outputs whose reader has gone, as with `| head`. */
  const gone = new Set<Output>();
  /** The stream whose line has no end yet, by output. */
  const open = new Map<Output, string>();

  /** Writes a line; with `more` a part of a line of that stream. */
  function write(to: Output, text: string, stream = "", more = false): void {
    if (quiet || gone.has(to)) return;
    const begin = open.has(to) && open.get(to) !== stream ? "\n" : "";
    // On a terminal every part is a line, because questions and the status line must begin at its left edge.
    const joined = more && !terminals.has(to);
    if (joined) open.set(to, stream);
    else open.delete(to);
    const print = () => {
      const fault = writeAll(to, encoder.encode(`${begin}${text}${joined ? "" : "\n"}`));
      if (fault instanceof Deno.errors.BrokenPipe) gone.add(to);
      else if (to === out) unwritten ??= fault;
    };
    status.above(() => terminals.has(to) ? prompter.above(print) : print());
  }
  function say(text: string): void {
    write(err, text);
  }
  /** Waits until the user has read what was shown, if there is one. */
  async function untilRead(signal: AbortSignal): Promise<void> {
    if (answered || !prompter.interactive) return;
    await prompter.line(paint("2", "Press Enter to go on. "), signal);
  }
  /** Hides the status line during a dialog. Throws when the dialog gets no answer because there is no terminal. */
  function asking<T>(work: () => Promise<T>): Promise<T> {
    return status.away(async () => {
      const answer = await work();
      if (answer !== null || prompter.interactive || !prompter.ended()) return answer;
      const reason = "a dialog has no answer: there is no terminal; give --answers FILE";
      onUnanswerable(reason);
      throw new Error(reason);
    });
  }

  async function field(input: InputField, signal: AbortSignal): Promise<string | null> {
    const label = oneLine(input.label || input.key || "Value");
    if (input.help) say(`  ${oneLine(input.help)}`);
    const first = initialAnswer(input);
    const listed = ["select", "radio", "multiselect"].includes(input.kind);
    if (listed) input.options.forEach((option, i) => say(`  ${i + 1}) ${oneLine(option.label)}`));
    for (;;) {
      const shown = input.kind === "secret" ? first && "•••" : listed ? numbersOf(input, first) : first;
      const hint = input.kind === "checkbox"
        ? first === "true" ? " [Y/n]" : " [y/N]"
        : shown
        ? ` [${oneLine(shown)}]`
        : input.placeholder
        ? ` (${oneLine(input.placeholder)})`
        : "";
      const typed = input.kind === "secret"
        ? await prompter.secret(`${label}${hint}: `, signal)
        : await prompter.line(`${label}${hint}: `, signal);
      if (typed === null) return null;
      const answer = typed === "" ? first : readTyped(input, typed);
      const wrong = answer === null ? "choose by number" : checkField(input, answer, patternMatcher());
      if (!wrong) return answer;
      say(paint("31", `  ${wrong}`));
    }
  }

  const surface: RunSurface = {
    phase(phase, building) {
      const { name: label, fraction } = building ?? { name: "", fraction: null };
      const compiling = { title: "Compiling", label, fraction, cancelable: false };
      status.set(building ? progressBar(compiling, terminalColumns()) : null);
      // An action may compile while Kedge asks for the account; the question must keep its line then.
      const announces = phase === "compiling" && !building && !status.isAway && err.isTerminal();
      if (announces) say(paint("2", "Compiling…"));
    },
    context(context) {
      if (context && err.isTerminal()) {
        const { account, role, region } = context;
        say(paint("2", oneLine(`Account ${account}${role && ` as ${role}`} in ${region}`)));
      }
    },
    clock: () => {},
    wholeLog: !quiet,
    log: ({ stream, text }, more) =>
      write(stream === "stderr" ? err : out, terminalText(text, colors), stream, more),
    alert: (message, signal) =>
      asking(async () => {
        say(terminalText(message, colors));
        await untilRead(signal);
      }),
    confirm: (message, signal) =>
      asking(async () => {
        const typed = await prompter.line(`${terminalText(message, colors)} [y/N] `, signal);
        return typed === null ? null : isYes(typed);
      }),
    ask: (title, input, signal) =>
      asking(() => {
        if (title) say(paint("1", oneLine(title)));
        return field(input, signal);
      }),
    form: (title, fields, signal) =>
      asking(async () => {
        if (title) say(paint("1", oneLine(title)));
        const answers: Record<string, string> = {};
        for (const one of fields) {
          const answer = await field(one, signal);
          if (answer === null) return null;
          answers[one.key] = answer;
        }
        return answers;
      }),
    html: (report, signal) =>
      asking(async () => {
        if (report.title) say(paint("1", oneLine(report.title)));
        say(htmlText(report.html));
        await untilRead(signal);
      }),
    chooseAccount: (question, signal) =>
      asking(async () => {
        if (quiet || !prompter.interactive) throw new Error(missingContext(question));
        const title = `${oneLine(question.extensionName)} · ${
          oneLine(question.actionLabel)
        } needs an account`;
        say(paint("1", title));
        return await askAccount(
          question,
          choices,
          { line: (text) => prompter.line(text, signal), say },
          signal,
        );
      }),
    login: (server, problem, signal, turn = (question) => question()) =>
      login(server, problem, signal, (question) => turn(() => asking(question))),
    toast({ id, type, title, message }) {
      // A loading toast may be updated at every single step, which would fill a log.
      if (type === "loading" && loading.has(id) && !err.isTerminal()) return;
      if (type === "loading") loading.add(id);
      else loading.delete(id);
      say(`${paint(TOAST[type], `[${type}]`)} ${oneLine([title, message].filter(Boolean).join(": "))}`);
    },
    dismissToast: (id) => void loading.delete(id),
    progress(progress: RunProgress | null) {
      status.set(progress && progressBar(progress, terminalColumns()));
      const line = logged(progress);
      if (line !== null && !err.isTerminal()) say(line);
    },
    button: () => {},
  };
  return {
    surface,
    /** Calls `stop` when the user presses Ctrl-C while typing a secret, which sends no signal. */
    onInterrupt: (stop: () => void) => prompter.onInterrupt(stop),
    close() {
      status.erase();
      prompter.close();
    },
    /** Returns why the action's output could not be written; null when it was written, or when the reader has gone. */
    unwritten: () => unwritten,
  };
}

const TOAST = { info: "34", success: "32", warning: "33", error: "31", loading: "2" } as const;

/** Returns the error of a run without a terminal when its account, role or region is missing. */
function missingContext({ usualRegion, ...question }: Parameters<RunSurface["chooseAccount"]>[0]): string {
  const known = { ...question, region: question.region ?? usualRegion };
  const missing = (["account", "role", "region"] as const).filter((key) => !known[key]);
  const flags = missing.map((key) => `--${key} ${key === "account" ? "ID" : "NAME"}`).join(" ");
  return `the action needs an account, and its ${missing.join(", ").replace(/, ([^,]*)$/, " and $1")} ${
    missing.length > 1 ? "are" : "is"
  } not known; give ${flags}`;
}

function numbersOf(field: InputField, values: string): string {
  const chosen = splitChoices(field, values) ?? [];
  return field.options.flatMap(({ value }, i) => chosen.includes(value) ? [String(i + 1)] : []).join(",");
}

/** Returns the typed text as an answer; null when it names no choice. */
function readTyped(field: InputField, typed: string): string | null {
  if (field.kind === "checkbox") return /^(y|yes|true)$/i.test(typed.trim()) ? "true" : "false";
  if (!["select", "radio", "multiselect"].includes(field.kind)) return typed;
  const picks = field.kind === "multiselect" ? typed.split(/[\s,]+/).filter(Boolean) : [typed.trim()];
  const values = picks.map((pick) =>
    field.options[Number(pick) - 1]?.value ??
      field.options.find(({ value, label }) => value === pick || label === pick)?.value
  );
  if (!values.every((value) => value !== undefined)) return null;
  return field.kind === "multiselect" ? joinChoices(field, values) : values.join();
}

/** Writes without stopping the run. Returns the error; null on success. */
function writeAll(to: { writeSync(bytes: Uint8Array): number }, bytes: Uint8Array): unknown {
  try {
    for (let at = 0; at < bytes.length;) at += to.writeSync(bytes.subarray(at));
    return null;
  } catch (error) {
    return error;
  }
}
