import { findProgram, hostSystem } from "../core/platform/mod.ts";
import { shellWord } from "../core/platform/shell_word.ts";
import { kedgeCommand } from "./accounts/kedge_command.ts";

/** Tells how to make `kedge` a command: a line to print, or null where `kedge` is on the PATH already. */
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
