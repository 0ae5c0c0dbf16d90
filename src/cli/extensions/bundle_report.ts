import { resolve } from "node:path";
import type { BundleResult } from "../../core/bundle/mod.ts";
import { sourceWithoutSecrets } from "../../core/extensions/mod.ts";
import { spelled } from "../../core/text/hidden.ts";
import { colorsFor } from "../colours.ts";
import { countedDiagnostics, report } from "../report.ts";

/** Prints the diagnostics of a bundle as a compiler does, and a line with their number. */
export function printBundleReport(
  named: string,
  { diagnostics, files }: BundleResult,
  stream: typeof Deno.stdout | typeof Deno.stderr,
): void {
  const file = sourceWithoutSecrets(named);
  const print = stream === Deno.stderr ? console.error : console.log;
  if (diagnostics.length > 0) {
    print(report(diagnostics, {
      file,
      source: (path) => {
        const bytes = path === undefined ? undefined : files.get(path);
        return bytes && new TextDecoder().decode(bytes);
      },
      colors: colorsFor(stream),
    }));
  }
  const name = /^\.{1,2}[/\\]?$/.test(file) ? resolve(file) : file;
  print(
    diagnostics.length === 0
      ? `${spelled(name)} is valid`
      : `${spelled(file)}: ${countedDiagnostics(diagnostics)}`,
  );
}
