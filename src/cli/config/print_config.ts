import { readConfigFile } from "../../core/config_file/read.ts";
import { kedgePaths } from "../../core/paths.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { colorsFor } from "../colours.ts";
import { report } from "../report.ts";
import { missingFile } from "./validate_config.ts";

/**
 * `--print-config [FILE]`: prints the effective configuration on standard output and the faults of the file
 * on standard error. For a file that cannot be parsed it prints the defaults and returns 1.
 */
export function run({ operands, json }: Args): number {
  const file = operands[0] ?? kedgePaths().config;
  const { status, config, diagnostics, text, refused } = readConfigFile(file, {
    ownedByUser: operands.length === 0,
  });
  const missing = status === "missing" && operands.length > 0;
  const found = missing ? [missingFile(file)] : diagnostics;
  if (found.length > 0) {
    console.error(report(found, { file, source: () => text ?? undefined, colors: colorsFor(Deno.stderr) }));
  }
  if (missing || refused) {
    if (json) console.log(JSON.stringify({ ok: false, error: found[0]!.message }));
    return EXIT.usage;
  }
  console.log(JSON.stringify(config, null, json ? 0 : 2));
  return status === "unreadable" ? EXIT.failed : EXIT.done;
}
