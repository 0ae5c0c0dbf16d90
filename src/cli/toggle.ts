import { kedgePaths } from "../core/paths.ts";
import { summonFirst } from "../tray/instance/mod.ts";
import type { Args } from "./args.ts";
import { EXIT } from "./exit.ts";
import { printRefusal } from "./refusal.ts";

/** `--toggle`: opens the palette of the running Kedge, for the shortcut settings of a desktop. */
export async function run(args: Args): Promise<number> {
  if (!await summonFirst(kedgePaths(), "palette")) {
    return printRefusal(args, "no Kedge is running for this user", "Start it first: kedge", EXIT.failed);
  }
  if (args.json) console.log(JSON.stringify({ ok: true }));
  return EXIT.done;
}
