import { z } from "zod";
import { LIMITS } from "../limits.ts";

/**
 * The manifest of spec §2.6 and §2.7 with the additions of CONTRACT §4: the one source of its types,
 * its JSON Schema and the checks of single fields. A message that begins with a code in kebab-case
 * becomes the diagnostic's code.
 */

const text = (description: string) => z.string().describe(description);
const named = (description: string) => z.string().min(1).describe(description);

/** The pattern of the ids of extensions and actions (spec §8). */
export const ID = /^[A-Za-z0-9._-]+$/;
const id = (description: string) => z.string().regex(ID, "invalid-id").max(LIMITS.id).describe(description);

const VERSION = /^\d+\.\d+\.\d+$/;
const minVersion = (description: string) =>
  z.string().regex(VERSION, "invalid-version").describe(description);

const config = (description: string) => z.record(z.string(), z.json()).describe(description);
const consoleMode = (description: string) => z.enum(["auto", "always", "none"]).describe(description);

/** One button: spec §2.7. */
const actionSchema = z.object({
  id: id("Names the action; unique within the extension."),
  label: named("The button's text."),
  entry: named("Path to the .go file inside the bundle. Several actions may share one."),
  icon: text("Path to the button's glyph: png, jpg, svg, webp or gif, at most 512 KB.").optional(),
  tooltip: text("Hover text. Without it, the account context is shown.").optional(),
  hideTooltip: z.boolean().describe("True: no resting tooltip.").optional(),
  contextMode: z.enum(["inherit", "custom", "none"]).describe(
    "Which account the action runs in. inherit: the extension's, else the user is asked. custom: the action's " +
      "own. none: no account. Default: inherit, or custom when the action has an account.",
  ).optional(),
  account: text("Account of a custom context, 12 digits.").optional(),
  role: text("Role of a custom context.").optional(),
  region: text("Region of a custom context, for example eu-central-1.").optional(),
  config: config("Settings of this action; a key here replaces the extension's key of that name.").optional(),
  console: consoleMode("When the run console opens. Replaces the extension's.").optional(),
  hideSpinner: z.boolean().describe("True: the button does not show that it is running.").optional(),
});

/** The whole manifest: spec §2.6. */
export const manifestSchema = z.object({
  $schema: text("Where an editor finds the JSON Schema. Kedge does not read it.").optional(),
  id: id("Stable id of the extension; names its folder."),
  name: named("Display name."),
  description: text("Shown under the name; simple Markdown.").optional(),
  version: text("The extension's own version, free text.").optional(),
  author: text("Who made it.").optional(),
  minAppVersion: minVersion("The oldest Kedge that can run it: three numbers with dots.").optional(),
  minKedgeVersion: minVersion("Another name of minAppVersion.").optional(),
  icon: text("Path to the logo: png, jpg, svg, webp or gif, square, at most 512 KB.").optional(),
  account: text("Default account of the actions, 12 digits.").optional(),
  role: text("Default role of the actions.").optional(),
  region: text("Default region of the actions, for example eu-central-1.").optional(),
  config: config("Settings that the scripts read with k.Config.").optional(),
  console: consoleMode("When the run console opens: auto (on output or failure), always, or none.")
    .optional(),
  actions: z.array(actionSchema).min(1).describe("The buttons, at least one."),
});

/** A manifest that passed every check. Fields that a manifest leaves out are absent. */
export type Manifest = z.infer<typeof manifestSchema>;

/** One action of a manifest. */
export type ManifestAction = z.infer<typeof actionSchema>;

/** Known field names of the manifest and of an action, for warnings about unknown ones. */
export const KNOWN = {
  manifest: Object.keys(manifestSchema.shape),
  action: Object.keys(actionSchema.shape),
} as const;

/** The JSON Schema of manifest.json, as written to schema/manifest.schema.json. */
export function manifestJsonSchema(): Record<string, unknown> {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Kedge extension manifest",
    ...z.toJSONSchema(manifestSchema, { io: "input" }),
  };
}
