import { basename, delimiter, dirname } from "node:path";
import { shellWord } from "../core/platform/shell_word.ts";
import { launchCommand } from "./login_item/mod.ts";

/**
 * Returns the command that opens the palette of this Kedge, for the keyboard settings of a desktop or a
 * terminal. The program is `kedge` if the PATH finds it, otherwise its full path, because desktops start
 * commands in any folder.
 */
export function toggleCommand(
  [program, ...rest] = launchCommand(["--toggle"]),
  path = Deno.env.get("PATH") ?? "",
): string {
  const found = /^kedge(\.exe)?$/i.test(basename(program)) &&
    path.split(delimiter).includes(dirname(program));
  return [found ? "kedge" : program, ...rest].map((word) => shellWord(word)).join(" ");
}
