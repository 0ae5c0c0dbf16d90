import { fingerprint } from "../../core/catalogue/mod.ts";
import { machineCatalogues } from "../../core/catalogue/machine.ts";
import type { Looked } from "../../core/catalogue/catalogues.ts";
import { catalogueInFile } from "../../core/catalogue/in_file.ts";
import { editConfigFile, readConfigFile } from "../../core/config_file/mod.ts";
import { kedgePaths } from "../../core/paths.ts";
import { spelled } from "../../core/text/hidden.ts";
import { tell } from "../accounts/reporting.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { askYes } from "../question.ts";
import { withCatalogues } from "./work.ts";

/**
 * `--catalog-add ADDRESS`: shows the keys of a catalogue, asks whether to trust them, and adds the catalogue
 * to config.json. With `--trust` nobody is asked; the catalogue may then have only keys whose fingerprints
 * are given, separated by commas.
 */
export function run(args: Args): Promise<number> {
  return withCatalogues(args, async (signal) => {
    const address = args.operands[0]!;
    const paths = kedgePaths();
    const { status, document, config } = readConfigFile(paths.config, { ownedByUser: true });
    if (status === "unreadable") {
      return tell(args, `${paths.config} cannot be read`, "See: kedge --validate-config", EXIT.usage);
    }
    const { catalogs = [] } = config;
    const setting = catalogs.find((one) => one.address === address);
    const known = catalogueInFile(document, address);
    const catalogues = machineCatalogues(paths, () => config);
    const looked = await catalogues.look(address, signal);
    const prints = looked.keys.signers.map(({ key }) => fingerprint(key)!);
    const facts = {
      address,
      id: looked.catalogue.id,
      name: looked.catalogue.name,
      version: looked.catalogue.version,
      threshold: looked.keys.threshold,
      keys: looked.keys.signers.map(({ name }, at) => ({ name, fingerprint: prints[at] })),
    };
    const refuse = (error: string, hint: string) => {
      if (args.json) console.log(JSON.stringify({ ok: false, ...facts, error, hint }));
      else console.error(`kedge: ${error}\n${hint}`);
      return EXIT.refused;
    };
    const wanted = args.trust?.split(",").map((one) => fingerprint(one) ?? one);
    if (wanted) {
      const missing = prints.find((print) => !wanted.includes(print));
      if (missing !== undefined) {
        return refuse(`the catalogue has a key that you did not name: ${missing}`, "Nothing was written.");
      }
    } else {
      if (!args.json) console.log(keyWords(looked, prints, address));
      const sure = args.json ? null : await askYes("Trust these keys? [y/N] ", signal);
      if (sure === null) {
        return refuse("nobody trusted its keys", `Compare them, then add --trust ${prints.join(",")}`);
      }
      if (!sure) {
        console.error("Nothing was written.");
        return EXIT.refused;
      }
    }
    const keys = looked.keys.signers.map(({ name, key }) => `${key} ${name}`);
    // Other keys of a catalogue that is there already must not bring another catalogue.
    if (!known?.hasKeys) await catalogues.begin(address, looked.catalogue.id);
    const edited = await editConfigFile(
      paths.config,
      known?.withKeys(keys) ??
        [{ path: ["catalogs", catalogs.length], value: { address, keys }, add: true }],
    );
    if (!edited.ok) return tell(args, edited.error, edited.hint, EXIT.failed);
    await catalogues.refresh({ address, keys, restDays: setting?.restDays ?? 0 }, signal);
    if (args.json) console.log(JSON.stringify({ ok: true, ...facts }));
    else console.log(spelled(`“${facts.name}” is in config.json. See: kedge --catalogs`));
    return EXIT.done;
  });
}

/** Returns the catalogue and its keys as text for the question on a terminal. */
function keyWords({ catalogue, keys, signedBy }: Looked, prints: readonly string[], address: string): string {
  const count = catalogue.extensions.length;
  return [
    `${catalogue.name}, version ${catalogue.version}, with ${count} ${
      count === 1 ? "extension" : "extensions"
    }`,
    `  from ${address}, signed by ${signedBy.join(", ")}`,
    `  ${keys.threshold} of these keys must sign it:`,
    ...keys.signers.map(({ name, key }, at) => `    ${prints[at]} ${key.split(" ")[0]} ${name}`),
    "Compare them with what its publishers say, by another way than this address.",
  ].map((line) => spelled(line)).join("\n");
}
