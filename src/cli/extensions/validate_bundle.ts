import type { Bundle } from "../../core/bundle/mod.ts";
import { type Diagnostic, hasErrors } from "../../core/diagnostic.ts";
import { loadSource, sourceWithoutSecrets } from "../../core/extensions/mod.ts";
import { kedgePaths } from "../../core/paths.ts";
import type { Args } from "../args.ts";
import { printBundleReport } from "./bundle_report.ts";
import { EXIT } from "../exit.ts";

/** `--validate-bundle PATH… [--compile]`: checks bundles, unpacked folders or addresses. */
export async function run({ operands, json, compile }: Args): Promise<number> {
  const documents = [];
  let unreadable = false;
  for (const file of operands) {
    const loaded = await loadSource(file);
    unreadable ||= loaded.unreadable;
    const compiled = compile && loaded.bundle ? await compileProblems(loaded.bundle) : [];
    const diagnostics = [...loaded.diagnostics, ...compiled];
    const ok = !hasErrors(diagnostics);
    const hash = loaded.hash === undefined ? {} : { hash: loaded.hash };
    documents.push({ ok, file: sourceWithoutSecrets(file), diagnostics, ...hash });
    if (!json) {
      printBundleReport(file, { ...loaded, diagnostics }, Deno.stdout);
      if (ok) console.log(`hash ${loaded.hash}`);
    }
  }
  if (json) console.log(JSON.stringify(documents.length === 1 ? documents[0] : documents));
  if (unreadable) return EXIT.usage;
  return documents.every(({ ok }) => ok) ? EXIT.done : EXIT.failed;
}

/**
 * Compiles every entry once and returns the compiler's messages with paths of the bundle. With `unasked`, a
 * bundle that takes long to compile is skipped.
 */
export async function compileProblems(
  bundle: Bundle,
  { unasked = false }: { readonly unasked?: boolean } = {},
): Promise<Diagnostic[]> {
  const { buildProblems, compileAction, isQuickToCompile } = await import("../../core/actions/mod.ts");
  if (unasked && !isQuickToCompile(bundle)) return [];
  const { manifest, files } = bundle;
  const problems = new Map<string, Diagnostic>();
  for (const entry of new Set(manifest.actions.map((action) => action.entry))) {
    const result = await compileAction(kedgePaths(), { entry, files });
    if (result.ok) continue;
    // Two actions that import the same broken package both report its problems.
    for (const problem of buildProblems(entry, result)) problems.set(JSON.stringify(problem), problem);
  }
  return [...problems.values()];
}
