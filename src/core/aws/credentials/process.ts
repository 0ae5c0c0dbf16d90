import { findProgram, hostSystem } from "../../platform/mod.ts";
import { run } from "../../platform/run.ts";
import { userEnvironment } from "../../platform/runtime_variables.ts";
import type { ReadVariable } from "../wire/endpoint.ts";
import { cancelled, CloudError } from "../errors.ts";
import { ASKED } from "./asked.ts";
import type { AwsCredentials } from "./credentials.ts";
import { parseProcessDocument } from "./document.ts";

/** A program may ask the user something, ms. */
const PATIENCE = 120_000;

/** Credentials that a profile's program prints. Throws a CloudError that shows nothing of what it printed. */
export async function processCredentials(
  line: string,
  profile: string,
  env: ReadVariable,
  signal: AbortSignal,
): Promise<AwsCredentials> {
  if (env(ASKED)) {
    throw new CloudError(`Profile ${profile} asks Kedge, which was asked by a program of a profile.`);
  }
  const [name, ...args] = splitCommand(line, hostSystem().name === "windows") ?? [];
  if (!name) throw new CloudError(`The credential_process of profile ${profile} has an open quote.`);
  const program = await findProgram(name);
  if (!program) {
    throw new CloudError(`The credential_process of profile ${profile} was not found: ${name}.`);
  }
  signal.throwIfAborted();
  const ended = await run(program, args, {
    env: { ...userEnvironment(), [ASKED]: "1" },
    limit: PATIENCE,
    signal,
  });
  if (signal.aborted) throw cancelled(`asking the credential_process of profile ${profile}`);
  if (!ended.ended) {
    throw new CloudError(`The credential_process of profile ${profile} failed: ${ended.error}.`);
  }
  if (ended.code !== 0) {
    throw new CloudError(
      `The credential_process of profile ${profile} ended with status ${ended.code}.`,
      "Run it in a terminal to see why.",
    );
  }
  return parseProcessDocument(ended.stdout, profile);
}

/**
 * The words of a command, as a shell would split them, without anything else that a shell does: quotes keep spaces, a
 * backslash keeps the next character outside of single quotes. Null when a quote is not closed.
 */
export function splitCommand(line: string, windows: boolean): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (let i = 0; i < line.length; i++) {
    const c = line[i]!;
    if (c === "\\" && !windows && quote !== "'") {
      const next = line[++i] ?? "";
      // Inside double quotes a backslash escapes only these; before others it is an ordinary character.
      word = (word ?? "") + (quote === '"' && !/["\\$`]/.test(next) ? `\\${next}` : next);
    } else if (quote) {
      if (c === quote) quote = "";
      else word = (word ?? "") + c;
    } else if (c === '"' || (c === "'" && !windows)) {
      quote = c;
      word ??= "";
    } else if (/\s/.test(c)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? "") + c;
    }
  }
  if (quote) return null;
  return word === null ? words : [...words, word];
}
