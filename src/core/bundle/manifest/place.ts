import type { Diagnostic } from "../../diagnostic.ts";
import { positions } from "../../text/position.ts";
import type { Problems } from "../problems.ts";
import { type JsonNode, memberOf, nodeAt } from "./json.ts";

/** The name of the file that all positions here belong to. */
export const MANIFEST = "manifest.json";

/** Reports problems of the manifest with the line and column of the value they are about. */
export class ManifestProblems {
  readonly #position: (offset: number) => { line: number; column: number };

  constructor(text: string, readonly root: JsonNode | null, readonly problems: Problems) {
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
    this.reportAt(this.root ? nodeAt(this.root, path).at : 0, severity, code, path, message, hint);
  }

  /** A problem of the member's name rather than of its value. */
  reportKey(
    severity: Diagnostic["severity"],
    code: string,
    path: readonly (string | number)[],
    message: string,
    hint?: string,
  ): void {
    const parent = this.root ? nodeAt(this.root, path.slice(0, -1)) : undefined;
    const at = memberOf(parent, String(path.at(-1)))?.keyAt ?? parent?.at ?? 0;
    this.reportAt(at, severity, code, path, message, hint);
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
