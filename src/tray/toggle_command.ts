import { basename, delimiter, dirname } from "node:path";
import { shellWord } from "../core/platform/shell_word.ts";
import { launchCommand } from "./login_item/mod.ts";

/**
 * What the keyboard settings of a desktop, or a person on a terminal, run to open the palette of this Kedge: its name where
 * that is found, else all of the command, since desktops start it in no folder of the user's.
 */
export function toggleCommand(
  [program, ...rest] = launchCommand(["--toggle"]),
  path = Deno.env.get("PATH") ?? "",
): string {
  const found = /^kedge(\.exe)?$/i.test(basename(program)) &&
    path.split(delimiter).includes(dirname(program));
  return [found ? "kedge" : program, ...rest].map((word) => shellWord(word)).join(" ");
}
