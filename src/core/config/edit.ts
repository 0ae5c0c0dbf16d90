import { type Edit, type Edited, editJson } from "../json/edit.ts";
import { parseJson } from "../json/parse.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { CONFIG_VERSION, newerVersion, parseConfig } from "./parse.ts";
import { unreadableRefusal } from "./unreadable.ts";

/**
 * Changes values in the text of config.json and leaves everything else unchanged. Refuses a text that cannot
 * be parsed or was written by a newer Kedge, and a change that would cause an error.
 */
export function editConfigText(text: string, edits: readonly Edit[]): Edited {
  const before = parseConfig(text);
  if (before.config === null) return unreadableRefusal(before.diagnostics);
  const root = parseJson(text).root;
  if (root?.kind === "object" && newerVersion(root)) {
    return {
      ok: false,
      error:
        `config.json has version ${before.config.version}; this Kedge writes version ${CONFIG_VERSION} only`,
      hint: "Update Kedge, or edit the file itself",
    };
  }
  const edited = editJson(text, edits);
  if (!edited.ok || edited.text === text) return edited;
  const problem = newProblem(before.diagnostics, parseConfig(edited.text).diagnostics, edits);
  return problem
    ? { ok: false, error: problem.message, ...(problem.hint ? { hint: problem.hint } : {}) }
    : edited;
}

/** Returns a new error that the edits caused, or one about a value that they set; undefined when there is none. */
function newProblem(
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
  edits: readonly Edit[],
): Diagnostic | undefined {
  const errors = after.filter(({ severity }) => severity === "error");
  const known = new Map<string, number>();
  for (const diagnostic of before) known.set(kindOf(diagnostic), (known.get(kindOf(diagnostic)) ?? 0) + 1);
  return errors.find((error) => {
    if (edits.some(({ path, value }) => value !== undefined && path.join("\0") === error.path.join("\0"))) {
      return true;
    }
    const left = (known.get(kindOf(error)) ?? 0) - 1;
    known.set(kindOf(error), left);
    return left < 0;
  });
}

/** Returns the subject of a diagnostic without list indexes, because these change when entries are added or removed. */
function kindOf({ code, path }: Diagnostic): string {
  return [code, ...path.map((step) => typeof step === "number" ? "#" : step)].join("\0");
}
