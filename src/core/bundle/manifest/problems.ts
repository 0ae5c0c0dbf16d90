import type { CheckProblem, Path } from "../../document/kind.ts";
import { memberOf, type Node } from "../../json/mod.ts";
import { positions } from "../../text/position.ts";
import type { BrokenRule, ProblemCollector } from "../problems.ts";

/** The name of the file that all positions here belong to. */
export const MANIFEST = "manifest.json";

/** Reports problems of the manifest with the line and column of the value they are about. */
export class ManifestProblems {
  readonly #position: (offset: number) => { line: number; column: number };

  constructor(readonly text: string, readonly root: Node | null, readonly problems: ProblemCollector) {
    this.#position = positions(text);
  }

  /** An error of the value at the path; where it does not exist, of the nearest value above it. */
  error(path: Path, fault: BrokenRule): void {
    this.add({ severity: "error", path, offset: this.#offset(path), ...fault });
  }

  /** A warning of the value at the path. */
  warning(path: Path, fault: BrokenRule): void {
    this.add({ severity: "warning", path, offset: this.#offset(path), ...fault });
  }

  /** A problem at an offset of the text. */
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

/** The node at the path, or the nearest one above it that exists. */
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

/** The value of an object's key; undefined where there is none. */
function valueAt(node: Node, key: string): Node | undefined {
  return node.kind === "object" ? memberOf(node, key)?.value : undefined;
}

/** The text of a member; undefined when it is missing, empty or not text. */
export function textAt(node: Node, key: string): string | undefined {
  const value = valueAt(node, key);
  return value?.kind === "string" && value.value !== "" ? value.value : undefined;
}

/** The action nodes, also of a manifest that has errors. */
export function actionsOf(root: Node): readonly Node[] {
  const actions = valueAt(root, "actions");
  return actions?.kind === "array" ? actions.items : [];
}
