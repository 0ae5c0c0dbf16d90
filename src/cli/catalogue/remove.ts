import { catalogueInFile } from "../../core/catalogue/in_file.ts";
import { editConfigFile, readConfigFile } from "../../core/config_file/mod.ts";
import { kedgePaths } from "../../core/paths.ts";
import { spelled } from "../../core/text/hidden.ts";
import { suggest } from "../../core/text/suggest.ts";
import { tell } from "../accounts/reporting.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";

/**
 * `--catalog-remove ADDRESS`: removes a catalogue from config.json. Extensions that were installed from it
 * stay; what it withdrew counts until the catalogues are read the next time.
 */
export async function run(args: Args): Promise<number> {
  const address = args.operands[0]!;
  const { config: file } = kedgePaths();
  const { status, document, config } = readConfigFile(file, { ownedByUser: true });
  if (status === "unreadable") {
    return tell(args, `${file} cannot be read`, "See: kedge --validate-config", EXIT.usage);
  }
  const found = catalogueInFile(document, address);
  if (found === null) {
    const names = (config.catalogs ?? []).map((one) => one.address);
    const meant = suggest(address, names);
    return tell(
      args,
      spelled(`config.json names no catalogue at ${address}`),
      meant === undefined ? "See what there is: kedge --catalogs" : spelled(`Did you mean ${meant}?`),
      EXIT.usage,
    );
  }
  const edited = await editConfigFile(file, found.without());
  if (!edited.ok) return tell(args, edited.error, edited.hint, EXIT.failed);
  if (args.json) console.log(JSON.stringify({ ok: true, address }));
  else console.log(spelled(`${address} is no longer in config.json. What was installed from it stays.`));
  return EXIT.done;
}
