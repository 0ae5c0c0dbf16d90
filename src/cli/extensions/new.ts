import { findGo, languageVersion, OLDEST_GO } from "../../core/actions/build/go.ts";
import { readSdk } from "../../core/actions/build/sdk.ts";
import { newExtension } from "../../core/extensions/template.ts";
import { appVersion } from "../../core/version.ts";
import schema from "../../../schema/manifest.schema.json" with { type: "json" };
import { spelled } from "../../core/text/hidden.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { shellWord } from "../../core/platform/shell_word.ts";
import { howToCall } from "../on_path.ts";

/** `--new DIR`: creates an extension that editors and the Go tool understand at once. */
export async function run({ operands, json }: Args): Promise<number> {
  const go = await findGo();
  const result = await newExtension(operands[0]!, {
    sdk: await readSdk(),
    schema: JSON.stringify(schema, null, 2) + "\n",
    version: appVersion().version,
    language: "path" in go ? languageVersion(go.version) : OLDEST_GO,
  });
  if (json) console.log(JSON.stringify(result));
  else if (!result.ok) console.error(`kedge: ${result.error}\n${result.hint}`);
  else {
    const { id, files } = result;
    console.log(
      files.length > 0
        ? `${id} in ${spelled(result.folder)}: ${files.join(", ")}`
        : `renewed the SDK's copy in ${spelled(result.folder)}`,
    );
    const folder = spelled(shellWord(operands[0]!));
    console.log(
      `Try it:     kedge --dev ${folder}   (its actions are in Kedge, as they are at each save)\n` +
        `Test it:    go test ./...   (in that folder)\nCheck it:   kedge --validate-bundle ${folder} --compile`,
    );
    console.log(`Install it: kedge --install ${folder}\nPack it:    kedge --pack ${folder}`);
    const how = await howToCall();
    if (how !== null) console.log(how);
  }
  return result.ok ? EXIT.done : EXIT.usage;
}
