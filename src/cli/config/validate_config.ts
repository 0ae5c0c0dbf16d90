import { lazyImport } from "../../core/lazy_import.ts";
import { readConfigFile } from "../../core/config_file/read.ts";
import { type Diagnostic, hasErrors } from "../../core/diagnostic.ts";
import { spelled } from "../../core/text/hidden.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";

/** `--validate-config [FILE]`: checks a configuration file, by default the one in the home. */
export async function run({ operands, json }: Args): Promise<number> {
  const file = operands[0] ?? await configOfHome();
  const { status, diagnostics, text, refused } = readConfigFile(file, { ownedByUser: operands.length === 0 });
  const missing = status === "missing" && operands.length > 0;
  const found = missing ? [missingFile(file)] : diagnostics;
  const ok = !hasErrors(found);
  if (json) console.log(JSON.stringify({ ok, file, diagnostics: found }));
  else {
    if (found.length > 0) {
      const { colorsFor } = await lazyImport<typeof import("../colours.ts")>(
        "../colours.ts",
        import.meta.url,
      );
      const { countedDiagnostics, report } = await lazyImport<typeof import("../report.ts")>(
        "../report.ts",
        import.meta.url,
      );
      console.log(report(found, { file, source: () => text ?? undefined, colors: colorsFor(Deno.stdout) }));
      console.log(`${spelled(file)}: ${countedDiagnostics(found)}`);
    } else if (status === "missing") {
      console.log(`${spelled(file)} does not exist: the defaults are in force`);
    } else console.log(`${spelled(file)} is valid`);
  }
  if (missing || refused) return EXIT.usage;
  return ok ? EXIT.done : EXIT.failed;
}

async function configOfHome(): Promise<string> {
  const { kedgePaths } = await lazyImport<typeof import("../../core/paths.ts")>(
    "../../core/paths.ts",
    import.meta.url,
  );
  return kedgePaths().config;
}

/** Returns the diagnostic for a named file that does not exist. */
export function missingFile(file: string): Diagnostic {
  return { severity: "error", code: "missing-file", path: [], message: `${file} does not exist` };
}
