import { kedgePaths } from "../core/paths.ts";
import { summonFirst } from "../tray/instance/mod.ts";
import type { Args } from "./args.ts";
import { EXIT } from "./exit.ts";

/** `--toggle`: summons the palette of the running Kedge, for the shortcut settings of a desktop. */
export async function run(args: Args): Promise<number> {
  const reached = await summonFirst(kedgePaths(), "palette");
  if (args.json) console.log(JSON.stringify({ ok: reached }));
  else if (!reached) console.error("kedge: no Kedge is running for this user\nStart it first: kedge");
  return reached ? EXIT.done : EXIT.failed;
}
