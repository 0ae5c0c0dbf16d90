import type { Json } from "./node.ts";

/** The part of JSON Schema (draft 7) that Kedge's own schemas use. */
export interface JsonSchema {
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly enum?: readonly string[];
  /** Names one of the `Formats` that the checker is given. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly properties?: { readonly [key: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  /** Without it the entry would mean something else: a bad value leaves the whole entry out. */
  readonly vital?: boolean;
}

/** Why a value does not suit its format. */
export interface FormatProblem {
  /** Default `error`. A warning leaves the value in force. */
  readonly severity?: "warning";
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** Checks beyond the schema's own words, by format name; `where` is the value's name in backquotes. */
export type Formats = Readonly<Record<string, (value: string, where: string) => FormatProblem | null>>;
