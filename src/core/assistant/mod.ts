/** The assistant's program: takes a question and returns SQL, which is shown and never run automatically. */
import { basename } from "node:path";
import { findProgram } from "../platform/host.ts";
import { run } from "../platform/run.ts";
import { type AssistantFailure, readAnswer } from "./answer.ts";
import { invocationOf } from "./programs.ts";
import { type AssistantAnswer, type AssistantQuestion, promptOf } from "./prompt.ts";

export type { AssistantFailure } from "./answer.ts";
export { type AssistantAnswer, type AssistantQuestion, promptOf, touches } from "./prompt.ts";

/** The program and model to ask. */
export interface AssistantSettings {
  /** A path from the configuration; when absent, `claude` is looked up. */
  readonly program?: string | undefined;
  readonly model: string;
}

/** Maximum time for an answer, ms. */
const LIMIT = 120_000;
/** The variables that every program gets, besides those for its own sign-in. */
const ALLOWED =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TMPDIR|TEMP|TMP|SYSTEMROOT|COMSPEC|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_\w+|DBUS_SESSION_BUS_ADDRESS|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|(HTTPS?|ALL|NO)_PROXY)$/i;

/** Asks the assistant. Ends at once when the signal aborts, otherwise within two minutes. */
export async function askAssistant(
  settings: AssistantSettings,
  question: AssistantQuestion,
  signal: AbortSignal,
  limit = LIMIT,
): Promise<AssistantAnswer & { readonly ok: true } | AssistantFailure> {
  const path = await findProgram(settings.program ?? "claude");
  if (path === null) {
    return {
      ok: false,
      kind: "absent",
      message: settings.program === undefined
        ? "The assistant's program, claude, is not on PATH"
        : `There is no program at ${settings.program}`,
      hint: "Install it, or set “assistantBinPath” in the configuration.",
    };
  }
  const name = basename(path);
  const { product } = question;
  const invocation = invocationOf(path, { model: settings.model, product, prompt: promptOf(question) });
  if (invocation === null) {
    return {
      ok: false,
      kind: "failed",
      message:
        `${name} is not asked: its tools cannot all be switched off, and the name of a table could use them`,
      hint: "Set “assistantBinPath” to claude or llm, which are asked without tools.",
    };
  }
  const { args, input, env = {}, keeps } = invocation;
  // The program runs in an empty folder, so that it reads no project.
  const folder = await Deno.makeTempDir({ prefix: "kedge-ask-" });
  try {
    const variables = Object.entries(Deno.env.toObject()).filter(([key]) =>
      ALLOWED.test(key) || keeps.test(key)
    );
    const end = await run(path, args, {
      input,
      cwd: folder,
      signal,
      limit,
      env: { ...Object.fromEntries(variables), ...env },
    });
    if (signal.aborted) {
      return { ok: false, kind: "stopped", message: "You stopped it", hint: "" };
    }
    if (end.ended) return readAnswer(name, end);
    return end.reason === "timeout"
      ? {
        ok: false,
        kind: "slow",
        message: `${name} did not answer within ${limit / 1000} s`,
        hint: "Ask again, or for less.",
      }
      : { ok: false, kind: "failed", message: oneWord(end.error), hint: "Run it in a terminal to see why." };
  } finally {
    await Deno.remove(folder, { recursive: true }).catch(() => {});
  }
}

function oneWord(text: string): string {
  return text.replace(/\s+/g, " ").slice(0, 300);
}
