import type { Diagnostic } from "../../diagnostic.ts";
import { positions } from "../../text/position.ts";
import type { Problems } from "../problems.ts";
import { memberOf, type Node } from "../../json/mod.ts";

/** The name of the file that all positions here belong to. */
export const MANIFEST = "manifest.json";

/** Reports problems of the manifest with the line and column of the value they are about. */
export class ManifestProblems {
  readonly #position: (offset: number) => { line: number; column: number };

  constructor(readonly text: string, readonly root: Node | null, readonly problems: Problems) {
    this.#position = positions(text);
  }

  /** A problem of the value at the path; where it does not exist, of the nearest value above it. */
  report(
    severity: Diagnostic["severity"],
    code: string,
    path: readonly (string | number)[],
    message: string,
    hint?: string,
  ): void {
    this.reportAt(this.root ? nodeAt(this.root, path).start : 0, severity, code, path, message, hint);
  }

  /** A problem at an offset of the text. */
  reportAt(
    offset: number,
    severity: Diagnostic["severity"],
    code: string,
    path: readonly (string | number)[],
    message: string,
    hint?: string,
  ): void {
    this.problems.add({
      severity,
      code,
      path,
      file: MANIFEST,
      ...this.#position(offset),
      message,
      ...(hint ? { hint } : {}),
    });
  }
}

/** The node at the path, or the nearest one above it that exists. */
export function nodeAt(root: Node, path: readonly (string | number)[]): Node {
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
export function valueAt(node: Node, key: string): Node | undefined {
  return node.kind === "object" ? memberOf(node, key)?.value : undefined;
}
