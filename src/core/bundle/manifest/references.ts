import type { Path } from "../../document/kind.ts";
import type { Node } from "../../json/mod.ts";
import { suggest } from "../../text/suggest.ts";
import { foldName, pathFaults } from "../names.ts";
import { quoted } from "../../text/hidden.ts";
import type { BrokenRule } from "../problems.ts";
import { iconFaults } from "./icon.ts";
import { actionsOf, type ManifestProblems, textAt } from "./problems.ts";

/** Checks the paths of icons and entries in the manifest against the bundle's files. */
export function checkReferences(
  root: Node,
  files: ReadonlyMap<string, Uint8Array | undefined>,
  manifestProblems: ManifestProblems,
): void {
  const twins = new Twins(files);
  /** The faults of each icon, found once because many actions may share it. */
  const faults = new Map<string, readonly BrokenRule[]>();
  const icon = (node: Node, path: Path) => {
    const name = textAt(node, "icon");
    if (name === undefined) return;
    const at = [...path, "icon"];
    const there = checkPath(name, at, files, twins, "icon-missing", manifestProblems);
    let found = faults.get(name);
    if (!found) faults.set(name, found = iconFaults(name, there ? files.get(name) : undefined));
    for (const fault of found) manifestProblems.error(at, fault);
  };
  icon(root, []);
  for (const [index, action] of actionsOf(root).entries()) {
    const path = ["actions", index];
    icon(action, path);
    const entry = textAt(action, "entry");
    if (entry === undefined) continue;
    const at = [...path, "entry"];
    if (!entry.endsWith(".go")) {
      manifestProblems.error(at, {
        code: "entry-suffix",
        message: `the entry ${quoted(entry)} is not a .go file`,
        hint: "Name a Go file.",
      });
    }
    checkPath(entry, at, files, twins, "entry-missing", manifestProblems);
  }
}

/** The names of a bundle's files in the form of systems that ignore case and Unicode form; built on first use. */
class Twins {
  #folded: Map<string, string> | undefined;

  constructor(readonly files: ReadonlyMap<string, unknown>) {}

  of(name: string): string | undefined {
    this.#folded ??= new Map([...this.files.keys()].map((path) => [foldName(path), path]));
    return this.#folded.get(foldName(name));
  }
}

/** Returns whether the bundle has the file; otherwise reports a problem. */
function checkPath(
  name: string,
  at: Path,
  files: ReadonlyMap<string, Uint8Array | undefined>,
  twins: Twins,
  missing: string,
  manifestProblems: ManifestProblems,
): boolean {
  if (files.has(name)) return true;
  const faults = pathFaults(name);
  for (const fault of faults) manifestProblems.error(at, fault);
  if (faults.length > 0) return false;
  const twin = twins.of(name);
  const near = twin ?? (manifestProblems.problems.full ? undefined : suggest(name, files.keys()));
  manifestProblems.error(at, {
    code: missing,
    message: `the bundle has no file ${quoted(name)}`,
    hint: twin
      ? `It has ${quoted(twin)}: case and form of letters matter.`
      : near && `Did you mean ${quoted(near)}?`,
  });
  return false;
}
