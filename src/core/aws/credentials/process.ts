import { findProgram, hostSystem } from "../../platform/mod.ts";
import { run } from "../../platform/run.ts";
import { userEnvironment } from "../../platform/runtime_variables.ts";
import type { ReadVariable } from "../wire/endpoint.ts";
import { cancelled, CloudError } from "../errors.ts";
import { withUserFiles } from "../profiles/files.ts";
import { ASKED } from "./asked.ts";
import type { AwsCredentials } from "./credentials.ts";
import { parseProcessDocument } from "./document.ts";

/** Maximum time for the program, ms, which may ask the user a question. */
const PATIENCE = 120_000;

/** Returns the credentials that a profile's program prints. Throws a CloudError that contains nothing of the output. */
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
    env: { ...withUserFiles(userEnvironment()), [ASKED]: "1" },
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
 * Splits a command into words as a shell would, without other features of shells. Quotes keep spaces; a
 * backslash keeps the next character, except in single quotes. Returns null when a quote is not closed.
 */
export function splitCommand(line: string, windows: boolean): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (let i = 0; i < line.length; i++) {
    const c = line[i]!;
    if (c === "\\" && !windows && quote !== "'") {
      const next = line[++i] ?? "";
      // In double quotes a backslash escapes only these characters.
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
