/** Writes every generated file from the zod schemas: `deno task generate`. */
import { manifestJsonSchema } from "../src/core/bundle/manifest/json_schema.ts";
import { protocolSchema } from "../src/core/actions/frames/protocol.ts";
import { configJsonSchema } from "../src/core/config/json_schema.ts";
import { withFieldTables } from "./field_table.ts";

const GUIDE = new URL("../docs/configuration.md", import.meta.url);

/** A generated file: where it lies in the repository, and what it must hold. */
export interface Generated {
  readonly file: URL;
  readonly text: string;
}

/** Every generated file. A test compares them with what lies in the repository. */
export function generated(): Generated[] {
  return [
    { file: new URL("config.schema.json", import.meta.url), text: json(configJsonSchema()) },
    { file: new URL("manifest.schema.json", import.meta.url), text: json(manifestJsonSchema()) },
    { file: GUIDE, text: withFieldTables(Deno.readTextFileSync(GUIDE)) },
    { file: new URL("protocol.schema.json", import.meta.url), text: json(protocolSchema()) },
  ];
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2) + "\n";
}

if (import.meta.main) {
  for (const { file, text } of generated()) await Deno.writeTextFile(file, text);
}
