import { loadSource } from "../core/extensions/source.ts";
import { hasErrors } from "../core/diagnostic.ts";
import type { Args } from "./args.ts";
import { printBundleReport } from "./bundle_report.ts";
import { EXIT } from "./exit.ts";

/** `--validate-bundle PATH…`: checks bundles, unpacked folders or addresses. */
export async function run({ operands, json }: Args): Promise<number> {
  const documents = [];
  let unreadable = false;
  for (const file of operands) {
    const loaded = await loadSource(file);
    unreadable ||= loaded.unreadable;
    const { diagnostics, hash } = loaded;
    const ok = !hasErrors(diagnostics);
    documents.push({ ok, file, diagnostics, ...(hash === undefined ? {} : { hash }) });
    if (!json) {
      printBundleReport(file, loaded, Deno.stdout);
      if (ok) console.log(`hash ${hash}`);
    }
  }
  if (json) console.log(JSON.stringify(documents.length === 1 ? documents[0] : documents));
  if (unreadable) return EXIT.usage;
  return documents.every(({ ok }) => ok) ? EXIT.done : EXIT.failed;
}
