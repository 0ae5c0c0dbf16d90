import type { CheckProblem, Path } from "../../document/kind.ts";
import { memberOf, type Node } from "../../json/mod.ts";
import { positions } from "../../text/position.ts";
import type { BrokenRule, ProblemCollector } from "../problems.ts";

/** The file to which all positions in this module refer. */
export const MANIFEST = "manifest.json";

/** Reports problems of the manifest with the line and column of the value. */
export class ManifestProblems {
  readonly #position: (offset: number) => { line: number; column: number };

  constructor(readonly text: string, readonly root: Node | null, readonly problems: ProblemCollector) {
    this.#position = positions(text);
  }

  /** Reports an error about the value at the path; when it does not exist, about the nearest value above it. */
  error(path: Path, fault: BrokenRule): void {
    this.add({ severity: "error", path, offset: this.#offset(path), ...fault });
  }

  /** Reports a warning about the value at the path. */
  warning(path: Path, fault: BrokenRule): void {
    this.add({ severity: "warning", path, offset: this.#offset(path), ...fault });
  }

  /** Reports a problem at an offset of the text. */
  add({ offset, hint, ...problem }: CheckProblem): void {
    this.problems.add({
      ...problem,
      file: MANIFEST,
      ...this.#position(offset),
      ...(hint ? { hint } : {}),
    });
  }

  #offset(path: Path): number {
    return this.root ? nearest(this.root, path).start : 0;
  }
}

/** Returns the node at the path, or the nearest existing one above it. */
function nearest(root: Node, path: Path): Node {
  let node = root;
  for (const step of path) {
    const next = typeof step === "number"
      ? (node.kind === "array" ? node.items[step] : undefined)
      : valueAt(node, step);
    if (!next) return node;
    node = next;
  }
  return node;
}

/** Returns the value of an object's key; undefined when there is none. */
function valueAt(node: Node, key: string): Node | undefined {
  return node.kind === "object" ? memberOf(node, key)?.value : undefined;
}

/** Returns the text of a member; undefined when it is missing, empty or not a text. */
export function textAt(node: Node, key: string): string | undefined {
  const value = valueAt(node, key);
  return value?.kind === "string" && value.value !== "" ? value.value : undefined;
}

/** Returns the action nodes, even of a manifest with errors. */
export function actionsOf(root: Node): readonly Node[] {
  const actions = valueAt(root, "actions");
  return actions?.kind === "array" ? actions.items : [];
}
