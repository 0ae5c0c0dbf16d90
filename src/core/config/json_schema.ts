import { z } from "zod";
import { configSchema } from "./schema.ts";

/** The JSON Schema of config.json, generated: draft 7 is what editors understand best. */
export function configJsonSchema(): Record<string, unknown> {
  const generated = z.toJSONSchema(configSchema, { target: "draft-7", io: "input" });
  delete generated.additionalProperties;
  return {
    ...generated,
    // Understood by Visual Studio Code: the file may hold both.
    allowComments: true,
    allowTrailingCommas: true,
  };
}
