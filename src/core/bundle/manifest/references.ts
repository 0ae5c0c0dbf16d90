import type { Node } from "../../json/mod.ts";
import { suggest } from "../../text/suggest.ts";
import { foldName, pathFaults } from "../names.ts";
import { quoted } from "../problems.ts";
import { actionsOf, textOf } from "./fields.ts";
import { iconFaults } from "./icon.ts";
import type { ManifestProblems } from "./place.ts";

type Path = readonly (string | number)[];

/** Checks the paths in the manifest against the bundle's files: icons and entries. */
export function checkReferences(
  root: Node,
  files: ReadonlyMap<string, Uint8Array | undefined>,
  place: ManifestProblems,
): void {
  const icon = (node: Node, path: Path) => {
    const name = textOf(node, "icon");
    if (name === undefined) return;
    const at = [...path, "icon"];
    const bytes = checkPath(name, at, files, "icon-missing", place);
    for (const { code, message, hint } of iconFaults(name, bytes)) {
      place.report("error", code, at, message, hint);
    }
  };
  icon(root, []);
  for (const [index, action] of actionsOf(root).entries()) {
    if (place.problems.full) return;
    const path = ["actions", index];
    icon(action, path);
    const entry = textOf(action, "entry");
    if (entry === undefined) continue;
    const at = [...path, "entry"];
    if (!entry.endsWith(".go")) {
      place.report(
        "error",
        "entry-suffix",
        at,
        `the entry ${quoted(entry)} is not a .go file`,
        "Name a Go file.",
      );
    }
    checkPath(entry, at, files, "entry-missing", place);
  }
}

/** The file's bytes; when the path breaks a rule or names no file, a diagnostic and undefined. */
function checkPath(
  name: string,
  at: Path,
  files: ReadonlyMap<string, Uint8Array | undefined>,
  missing: string,
  place: ManifestProblems,
): Uint8Array | undefined {
  if (files.has(name)) return files.get(name);
  const faults = pathFaults(name);
  for (const { code, message, hint } of faults) place.report("error", code, at, message, hint);
  if (faults.length > 0) return undefined;
  const folded = foldName(name);
  const twin = [...files.keys()].find((path) => foldName(path) === folded);
  const near = twin ?? suggest(name, files.keys());
  place.report(
    "error",
    missing,
    at,
    `the bundle has no file ${quoted(name)}`,
    twin
      ? `It has ${quoted(twin)}: case and form of letters matter.`
      : near && `Did you mean ${quoted(near)}?`,
  );
  return undefined;
}
