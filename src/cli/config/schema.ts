import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { printRefusal } from "../refusal.ts";
import { ownProperty } from "../../core/own_property.ts";

type Schema = { readonly default: unknown };

/** Published JSON Schemas by the name that `--schema` accepts. */
const SCHEMAS: Readonly<Record<string, () => Promise<Schema>>> = {
  config: () => import("../../../schema/config.schema.json", { with: { type: "json" } }),
  manifest: () => import("../../../schema/manifest.schema.json", { with: { type: "json" } }),
};

/** `--schema config|manifest`: prints the JSON Schema of a file format. */
export async function run({ operands, json }: Args): Promise<number> {
  const name = operands[0]!;
  const load = ownProperty(SCHEMAS, name);
  if (!load) {
    const there = Object.keys(SCHEMAS).join(" and ");
    return printRefusal({ json }, `there is no schema "${name}"; there is ${there}`);
  }
  console.log(JSON.stringify((await load()).default, null, json ? 0 : 2));
  return EXIT.done;
}
