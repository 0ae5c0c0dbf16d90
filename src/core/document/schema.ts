import type { Json } from "../json/node.ts";

/** The part of JSON Schema that Kedge's own schemas use. Other keywords in a schema are for editors. */
export interface JsonSchema {
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly enum?: readonly string[];
  /** Name of one of the `Formats` of the kind of document. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** An object without properties is open and may contain anything. */
  readonly properties?: { readonly [key: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  /**
   * Whether the entry would mean something else without this value, so that an invalid value leaves out the
   * whole entry.
   */
  readonly vital?: boolean;
  /** What an invalid value counts as when its absence would be less safe and the entry must stay. */
  readonly fallback?: Json;
}

/** What is wrong with one value. */
export interface ValueProblem {
  /** Default `error`. With a warning the value is still used. */
  readonly severity?: "warning";
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** The checks of a text beyond its schema; `where` is its name in backquotes. */
interface Format {
  readonly text: (value: string, where: string) => ValueProblem | null;
  /** Returns the problem of a number in place of the text; `written` is the number as the user wrote it. */
  readonly number?: (written: string, where: string) => ValueProblem;
}

/** Formats by their name in a schema. */
export type Formats = Readonly<Record<string, Format>>;
