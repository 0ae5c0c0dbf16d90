import * as z from "zod";
import { block, oneLine } from "../text/outside.ts";
import type { AssistantAnswer } from "./prompt.ts";
import { fieldsOf, jsonOrNull } from "../json_values.ts";

/** Why there is no answer. */
export interface AssistantFailure {
  readonly ok: false;
  readonly kind: "absent" | "signed-out" | "slow" | "failed" | "rubbish" | "stopped";
  readonly message: string;
  readonly hint: string;
}

/** The result of a program. */
interface ProgramEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const answer = z.object({
  sql: z.string().min(1).max(100_000),
  explanation: z.string().max(10_000).default(""),
});
const SIGNED_OUT =
  /not logged in|please run \/login|log ?in first|unauthenticated|invalid api key|authenticat|oauth/i;

/** Reads the answer in the output of a program, whatever surrounds it. */
export function readAnswer(
  program: string,
  { code, stdout, stderr }: ProgramEnd,
): AssistantAnswer & { readonly ok: true } | AssistantFailure {
  const document = jsonOrNull(stdout);
  const message = oneLine(textOf(document) || stderr || stdout, { longest: 300 });
  const failed = code !== 0 || isError(document);
  if (failed && SIGNED_OUT.test(`${stdout} ${stderr}`)) {
    return {
      ok: false,
      kind: "signed-out",
      message: `${program} is not signed in`,
      hint: `Run ${program} in a terminal and sign in, then ask again.`,
    };
  }
  if (failed) {
    return {
      ok: false,
      kind: "failed",
      message: `${program} failed: ${message || `exit status ${code}`}`,
      hint: "Try again.",
    };
  }
  for (const candidate of candidates(document, stdout)) {
    const read = answer.safeParse(candidate);
    if (!read.success) continue;
    return { ok: true, sql: shown(read.data.sql), explanation: shown(read.data.explanation) };
  }
  return {
    ok: false,
    kind: "rubbish",
    message: `${program} gave no SQL${message === "" ? "" : `: ${message}`}`,
    hint: "Ask in other words.",
  };
}

/** Returns text of another program without hidden characters. */
function shown(text: string): string {
  return block(text.trim());
}

/** Yields the places of the output that may contain the answer. */
function* candidates(document: unknown, stdout: string): Generator<unknown> {
  const object = fieldsOf(document);
  yield object.structured_output;
  for (const key of ["result", "response", "output"]) {
    const value = object[key];
    if (typeof value === "string") yield within(value);
    else yield value;
  }
  yield document;
  yield within(stdout);
}

/** Returns the JSON in a text, including one in a code block. */
function within(text: string): unknown {
  const first = text.indexOf("{"), last = text.lastIndexOf("}");
  return first < 0 ? undefined : jsonOrNull(text.slice(first, last + 1));
}

function isError(document: unknown): boolean {
  const { is_error: error, error: gemini } = fieldsOf(document);
  return error === true || (gemini !== undefined && gemini !== null);
}

function textOf(document: unknown): string {
  const { result, error } = fieldsOf(document);
  if (typeof result === "string") return result;
  const { message } = fieldsOf(error);
  return typeof message === "string" ? message : "";
}
