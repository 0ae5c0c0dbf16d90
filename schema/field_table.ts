import { CONFIG_SCHEMA } from "../src/core/config/mod.ts";
import { fieldsOf, schemaAt, typeName } from "../src/core/config/fields.ts";
import { aligned } from "./table.ts";
import type { JsonSchema } from "../src/core/document/schema.ts";

const BEGIN = "<!-- fields: written by `deno task generate` -->";
const END = "<!-- end of fields -->";

/** Heading and path in the schema of every object in config.json. */
const TABLES: readonly (readonly [string, (string | number)[]])[] = [
  ["Top level", []],
  ["`accounts[]`", ["accounts", 0]],
  ["`accounts[].secrets[]`", ["accounts", 0, "secrets", 0]],
  ["`accounts[].ecsClusters[]`", ["accounts", 0, "ecsClusters", 0]],
  ["`servers[]`", ["servers", 0]],
  ["`servers[].https`", ["servers", 0, "https"]],
  ["`servers[].agents`", ["servers", 0, "agents"]],
  ["`catalogs[]`", ["catalogs", 0]],
  ["`envRules[]`", ["envRules", 0]],
];

/** Returns a document with updated field tables. Throws an Error when the document has no place for them. */
export function withFieldTables(document: string): string {
  const [head, rest] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (head < 0 || rest < head) throw new Error("The document has no place for the field tables");
  const tables = TABLES.map(([heading, path]) =>
    `### ${heading}\n\n${table(schemaAt(path) ?? CONFIG_SCHEMA)}`
  );
  return `${document.slice(0, head)}${BEGIN}\n\n${tables.join("\n")}\n${document.slice(rest)}`;
}

function table(schema: JsonSchema): string {
  const rows = fieldsOf(schema).map(({ key, description, schema: field, required }) => {
    const standard = required
      ? "required"
      : field.default === undefined
      ? "none"
      : `\`${JSON.stringify(field.default)}\``;
    return [`\`${key}\``, typeName(field), standard, description.replaceAll("|", "\\|")];
  });
  return aligned([["Field", "Type", "Default", "Meaning"], ...rows]);
}
