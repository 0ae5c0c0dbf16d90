import { findProgram, hostSystem } from "../core/platform/mod.ts";
import { runningProgram } from "../core/platform/running_program.ts";
import { shellWord } from "../core/platform/shell_word.ts";
import { kedgeCommand } from "./accounts/kedge_command.ts";

/** How people call Kedge on a terminal. */
export interface PersonsCall {
  readonly call: string;
  /** Whether the call works only in the folder of the clone. */
  readonly inFolder: boolean;
}

/** Returns how people call this Kedge on a terminal: by its name if the PATH contains it, from a clone by its task. */
export async function personsCall(
  { find = findProgram, running = runningProgram(), compiled = Deno.build.standalone }: {
    readonly find?: (name: string) => Promise<string | null>;
    readonly running?: string;
    readonly compiled?: boolean;
  } = {},
): Promise<PersonsCall> {
  if (await find("kedge") !== null) return { call: "kedge", inFolder: false };
  if (compiled) return { call: shellWord(running), inFolder: false };
  // npx adds to the PATH only for the program that it starts.
  const deno = /[/\\]_npx[/\\]/.test(running) ? `npx -y deno@${Deno.version.deno}` : "deno";
  return { call: `${deno} task kedge`, inFolder: true };
}

/** Returns a line that explains how to make `kedge` a command; null when the PATH already contains it. */
export async function howToCall(
  find: (name: string) => Promise<string | null> = findProgram,
): Promise<string | null> {
  if (await find("kedge") !== null) return null;
  const kedge = kedgeCommand().map((word) => shellWord(word)).join(" ");
  return hostSystem().name === "windows"
    ? `kedge is not on your PATH. In this terminal: doskey kedge=${kedge} $*`
    : `kedge is not on your PATH. Here, and for good in your shell's start file: alias kedge=${
      shellWord(kedge)
    }`;
}
