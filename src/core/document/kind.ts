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

/** What a check needs to know and where it reports. */
export interface CheckContext {
  readonly text: string;
  readonly kind: DocumentKind;
  /** False leaves unknown keys unmentioned, for a file written by a newer Kedge. */
  readonly unknownKeys: boolean;
  report(problem: CheckProblem): void;
  /** So much was reported that more is only counted: what explains can be left out, and no problem. */
  full(): boolean;
  /** Checks what the fields of one object say together; false leaves the object out. */
  object?(value: Readonly<Record<string, Json>>, node: ObjectNode, path: Path): boolean;
}

/** What a kind of document calls its problems, and what it checks beyond the words of a schema. */
export interface DocumentKind {
  /** The whole, in messages: `the configuration`. */
  readonly name: string;
  readonly codes: {
    readonly missing: string;
    readonly unknown: string;
    readonly empty: string;
    readonly unlisted: string;
    readonly long: string;
    /** A list with fewer entries than it needs. */
    readonly few?: string;
  };
  readonly formats: Formats;
  /** What every text is checked for first. */
  readonly text?: (value: string, where: string) => ValueProblem | null;
  /** A required key that is only misspelt is one error, not a missing and an unknown one. */
  readonly joinsMisspelt?: boolean;
  /** What people write for a field or a value because other programs call it so. */
  readonly meant?: (word: string, schema: JsonSchema) => string | undefined;
  /** Why a key of an object has no place there, for keys that people miss. */
  readonly noField?: (key: string, schema: JsonSchema) => string | undefined;
  /** What to do with a key that is near to none. Default: a list of the fields, when they are few. */
  readonly unknownHint?: string;
  /** Looks through what a schema leaves open. */
  readonly open?: (node: Node, path: Path, context: CheckContext) => void;
}
