import { existsSync } from "node:fs";
import { quoted } from "../../core/text/hidden.ts";
import { extensionPaths, uninstallExtension } from "../../core/extensions/mod.ts";
import { kedgePaths } from "../../core/paths.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { systemErrorText } from "../system_error.ts";

/** `--uninstall ID`: removes an extension. The user's settings of it stay for a later installation. */
export async function run({ operands, json }: Args): Promise<number> {
  const id = operands[0]!;
  const paths = kedgePaths();
  let removed: boolean;
  try {
    removed = await uninstallExtension(paths, id);
  } catch (error) {
    const reason = `cannot uninstall from ${paths.extensions}: ${systemErrorText(error)}`;
    if (json) console.log(JSON.stringify({ ok: false, id, error: reason }));
    else console.error(`kedge: ${reason}`);
    return EXIT.failed;
  }
  if (json) console.log(JSON.stringify({ ok: removed, id, ...(removed ? {} : { error: "not installed" }) }));
  else if (removed) {
    console.log(`Uninstalled ${id}`);
    const { overrides } = extensionPaths(paths, id);
    if (existsSync(overrides)) console.log(`Your settings of it are kept in ${overrides}`);
  } else console.error(`kedge: ${quoted(id)} is not installed\nTry: kedge --list`);
  return removed ? EXIT.done : EXIT.failed;
}
