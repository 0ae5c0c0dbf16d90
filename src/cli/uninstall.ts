import { isReservedName, quoted } from "../core/bundle/mod.ts";
import { uninstallExtension } from "../core/extensions/mod.ts";
import { kedgePaths } from "../core/paths.ts";
import type { Args } from "./args.ts";
import { EXIT } from "./exit.ts";

/** `--uninstall ID`: removes an extension; the user's settings of it stay for a later installation. */
export async function run({ operands, json }: Args): Promise<number> {
  const id = operands[0]!;
  const valid = /^[A-Za-z0-9._-]+$/.test(id) && !isReservedName(id);
  const removed = valid && await uninstallExtension(kedgePaths(), id);
  if (json) console.log(JSON.stringify({ ok: removed, id, ...(removed ? {} : { error: "not installed" }) }));
  else if (removed) console.log(`Uninstalled ${id}`);
  else console.error(`kedge: ${quoted(id)} is not installed\nTry: kedge --list`);
  return removed ? EXIT.done : EXIT.failed;
}
