/**
 * The single source of the manifest's fields for types, JSON Schema and checks. `schema/generate.ts` turns it
 * into `schema/manifest.schema.json`, which the running program reads instead of loading zod.
 */
import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { ID } from "../names.ts";

const text = (description: string, format?: string) =>
  z.string().meta({ description, ...(format ? { format } : {}) });
const needed = (description: string, example: string, format?: string) =>
  z.string().min(1).meta({ description, examples: [example], ...(format ? { format } : {}) });
const id = (description: string, example: string) =>
  z.string().regex(ID).max(LIMITS.id).meta({
    description,
    examples: [example],
    format: "id",
  });
const leastVersion = (description: string) =>
  z.string().regex(/^\d+\.\d+\.\d+$/).meta({ description, examples: ["1.2.0"], format: "version" });
const config = (description: string) => z.record(z.string(), z.json()).describe(description);
const consoleMode = (description: string) => z.enum(["auto", "always", "none"]).describe(description);

/** One action, shown as a button. */
const actionSchema = z.object({
  id: id("Names the action; unique within the extension.", "run"),
  label: needed("The button's text.", "Run", "shown"),
  entry: needed("Path to the .go file inside the bundle. Several actions may share one.", "actions/run.go"),
  icon: text("Path to the button's glyph: png, jpg, svg, webp or gif, at most 512 KB.").optional(),
  tooltip: text("Hover text. Without it, the account context is shown.", "shown").optional(),
  hideTooltip: z.boolean().describe("True: no resting tooltip.").optional(),
  contextMode: z.enum(["inherit", "custom", "none"]).describe(
    "Which account the action runs in. inherit: the extension's, else the user is asked. custom: the action's " +
      "own. none: no account. Default: inherit, or custom when the action has an account.",
  ).optional(),
  account: text("Account of a custom context, 12 digits.", "account").optional(),
  role: text("Role of a custom context.").optional(),
  region: text("Region of a custom context, for example eu-central-1.", "region").optional(),
  config: config("Settings of this action; a key here replaces the extension's key of that name.").optional(),
  console: consoleMode("When the run console opens. Replaces the extension's.").optional(),
  hideSpinner: z.boolean().describe("True: the button does not show that it is running.").optional(),
}).meta({ title: "Action" });

/** The whole manifest. */
const manifestSchema = z.object({
  $schema: text("Where an editor finds the JSON Schema. Kedge does not read it.").optional(),
  id: id("Stable id of the extension; names its folder.", "my-extension"),
  name: needed("Display name.", "My extension", "shown"),
  description: text("Shown under the name; simple Markdown.", "shown").optional(),
  version: text("The extension's own version, free text.", "shown").optional(),
  author: text("Who made it.", "shown").optional(),
  minAppVersion: leastVersion("The oldest Kedge that can run it: three numbers with dots.").optional(),
  minKedgeVersion: leastVersion("Another name of minAppVersion.").optional(),
  icon: text("Path to the logo: png, jpg, svg, webp or gif, square, at most 512 KB.").optional(),
  account: text("Default account of the actions, 12 digits.", "account").optional(),
  role: text("Default role of the actions.").optional(),
  region: text("Default region of the actions, for example eu-central-1.", "region").optional(),
  config: config("Settings that the scripts read with k.Config.").optional(),
  console: consoleMode("When the run console opens: auto (on output or failure), always, or none.")
    .optional(),
  actions: z.array(actionSchema).min(1).meta({
    description: "The buttons, at least one.",
    examples: [[{ id: "run", label: "Run", entry: "actions/run.go" }]],
  }),
}).meta({ title: "Kedge extension manifest" });

/** A manifest that passed every check. Fields that the file leaves out are absent. */
export type Manifest = z.infer<typeof manifestSchema>;

/** One action of a manifest. */
export type ManifestAction = z.infer<typeof actionSchema>;

/** Returns the generated JSON Schema of manifest.json. */
export function manifestJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(manifestSchema, { io: "input" });
}
