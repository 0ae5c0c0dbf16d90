/** Writes every generated file from the zod schemas, the icons and the news of each version: `deno task generate`. */
import { manifestJsonSchema } from "../src/core/bundle/manifest/schema.ts";
import { protocolSchema } from "../src/core/actions/frames/protocol.ts";
import { catalogueJsonSchema } from "../src/core/catalogue/schema.ts";
import { paintedIcons } from "../build/icon/mod.ts";
import { configJsonSchema } from "../src/core/config/json_schema.ts";
import { NEWS } from "../src/core/news.ts";
import { withNotRun } from "../tests/support/house/not_run.ts";
import { withMatrix } from "../tests/support/house/verified.ts";
import { withFieldTables } from "./field_table.ts";

const GUIDE = new URL("../docs/configuration.md", import.meta.url);
const VERIFIED = new URL("../docs/verified.md", import.meta.url);

/** A generated file: its location in the repository and its content. */
export interface Generated {
  readonly file: URL;
  readonly text: string;
}

/** Returns every generated file. A test compares them with the files in the repository. */
export function generated(): Generated[] {
  return [
    { file: new URL("config.schema.json", import.meta.url), text: json(configJsonSchema()) },
    { file: new URL("manifest.schema.json", import.meta.url), text: json(manifestJsonSchema()) },
    { file: new URL("catalog.schema.json", import.meta.url), text: json(catalogueJsonSchema()) },
    { file: GUIDE, text: withFieldTables(Deno.readTextFileSync(GUIDE)) },
    { file: new URL("protocol.schema.json", import.meta.url), text: json(protocolSchema()) },
    { file: VERIFIED, text: withNotRun(withMatrix(Deno.readTextFileSync(VERIFIED))) },
    { file: new URL("../CHANGELOG.md", import.meta.url), text: changelog() },
  ];
}

/**
 * Returns the icons in the program's form. A test compares their pixels, because compression may differ
 * between systems.
 */
function icons(): Generated {
  return { file: new URL("../src/tray/icon/icons.json", import.meta.url), text: json(paintedIcons()) };
}

/** Returns the news that Kedge shows after an update, as a page. */
function changelog(): string {
  const versions = NEWS.map(({ version, lines }) =>
    `## ${version}\n\n${lines.map((line) => `- ${line}\n`).join("")}`
  );
  return `# Changelog\n\n<!-- Written by \`deno task generate\` from src/core/news.ts. -->\n\n${
    versions.join("\n")
  }`;
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2) + "\n";
}

if (import.meta.main) {
  let changed = false;
  for (const { file, text } of [...generated(), icons()]) {
    changed ||= await Deno.readTextFile(file) !== text;
    await Deno.writeTextFile(file, text);
  }
  // The guide's tables come from the schema as it was when this process started, so a second run is needed.
  if (changed && Deno.args[0] !== "again") {
    await new Deno.Command(Deno.execPath(), { args: ["run", "-A", import.meta.filename!, "again"] }).spawn()
      .status;
  }
}
