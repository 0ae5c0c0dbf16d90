import type { Json, Node, ObjectNode } from "../json/node.ts";
import type { Formats, JsonSchema, ValueProblem } from "./schema.ts";

/** The path of a value: keys and indexes from the root. */
export type Path = readonly (string | number)[];

/** A problem of one value, at an offset of the text. */
export interface CheckProblem {
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly path: Path;
  readonly offset: number;
  readonly message: string;
  readonly hint?: string;
}

/** The parameters of a check. */
export interface CheckContext {
  readonly text: string;
  readonly kind: DocumentKind;
  /** False to ignore unknown keys, for a file written by a newer Kedge. */
  readonly unknownKeys: boolean;
  report(problem: CheckProblem): void;
  /**
   * Whether further problems are only counted. Explanations can then be left out, but all problems must be
   * reported.
   */
  full(): boolean;
  /** Checks the combinations of fields in one object; false leaves the object out. */
  object?(value: Readonly<Record<string, Json>>, node: ObjectNode, path: Path): boolean;
}

/** The codes of problems in a kind of document, and its checks beyond the schema. */
export interface DocumentKind {
  /** The name of the whole document in messages: `the configuration`. */
  readonly name: string;
  readonly codes: {
    readonly missing: string;
    readonly unknown: string;
    readonly empty: string;
    readonly unlisted: string;
    readonly long: string;
    /** A list with fewer entries than required. */
    readonly few?: string;
  };
  readonly formats: Formats;
  /** A check for every text, done first. */
  readonly text?: (value: string, where: string) => ValueProblem | null;
  /** Reports a misspelt required key as one error instead of a missing and an unknown key. */
  readonly joinsMisspelt?: boolean;
  /** Returns the field or value for which other programs use that word. */
  readonly meant?: (word: string, schema: JsonSchema) => string | undefined;
  /** Returns why an object has no such key, for keys that people expect. */
  readonly noField?: (key: string, schema: JsonSchema) => string | undefined;
  /** What to do with a key that resembles no field. Default: a list of the fields when there are few. */
  readonly unknownHint?: string;
  /** Checks values that the schema leaves open. */
  readonly open?: (node: Node, path: Path, context: CheckContext) => void;
}
