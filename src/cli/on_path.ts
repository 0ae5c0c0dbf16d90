import { findProgram, hostSystem } from "../core/platform/mod.ts";
import { shellWord } from "../core/platform/shell_word.ts";
import { ownCommand } from "./accounts/own_command.ts";

/** How to make `kedge` a command, where it is not one: a line to print, or null where nothing is to be said. */
export async function howToCall(
  find: (name: string) => Promise<string | null> = findProgram,
): Promise<string | null> {
  if (await find("kedge") !== null) return null;
  const own = ownCommand().map((word) => shellWord(word)).join(" ");
  return hostSystem().name === "windows"
    ? `kedge is not on your PATH. In this terminal: doskey kedge=${own} $*`
    : `kedge is not on your PATH. Here, and for good in your shell's start file: alias kedge=${
      shellWord(own)
    }`;
}
