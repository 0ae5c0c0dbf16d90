import type { Json } from "../json/node.ts";

/** The part of JSON Schema that Kedge's own schemas use. Other words of a schema are for editors. */
export interface JsonSchema {
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly enum?: readonly string[];
  /** Names one of the `Formats` of the kind of document. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** An object without them is open: it may hold anything. */
  readonly properties?: { readonly [key: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  /** Without it the entry would mean something else: a bad value leaves the whole entry out. */
  readonly vital?: boolean;
}

/** What is wrong with one value. */
export interface ValueProblem {
  /** Default `error`. A warning leaves the value in force. */
  readonly severity?: "warning";
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** What a text must look like beyond its schema's own words; `where` is its name in backquotes. */
interface Format {
  readonly text: (value: string, where: string) => ValueProblem | null;
  /** What to say of a number that stands where the text should; `written` is how the user wrote it. */
  readonly number?: (written: string, where: string) => ValueProblem;
}

/** Formats by the name that a schema gives them. */
export type Formats = Readonly<Record<string, Format>>;
