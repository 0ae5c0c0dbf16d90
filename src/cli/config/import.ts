import { readConfigFile } from "../../core/config_file/read.ts";
import { editConfigFile } from "../../core/config_file/mod.ts";
import { importEdits } from "../../core/import/edits.ts";
import {
  ImportError,
  type ReadImport,
  readImport,
  SOURCE_NAMES,
  type SourceName,
} from "../../core/import/mod.ts";
import type { FoundServer } from "../../core/import/found.ts";
import { storePasswords } from "../../core/import/passwords.ts";
import { createKeychain } from "../../core/keychain/mod.ts";
import { kedgePaths } from "../../core/paths.ts";
import { shownPath } from "../../core/sql/login/files/read.ts";
import { address } from "../../core/sql/engines/mod.ts";
import { oneLine } from "../../core/text/outside.ts";
import { suggest } from "../../core/text/suggest.ts";
import { agreed } from "../accounts/agreed.ts";
import { tell } from "../accounts/reporting.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";

/**
 * `--import SOURCE [FILE]`: imports connections and accounts of another program. Shows them and asks; then
 * writes them to config.json and their passwords to the keychain.
 */
export async function run(args: Args): Promise<number> {
  const [name = "", file] = args.operands;
  if (!(SOURCE_NAMES as readonly string[]).includes(name)) {
    const meant = suggest(name, SOURCE_NAMES);
    const hint = meant ? `Did you mean ${meant}?` : `There is ${SOURCE_NAMES.join(", ")}.`;
    return tell(args, `there is no source "${oneLine(name)}"`, hint, EXIT.usage);
  }
  const { config: path } = kedgePaths();
  const read = readConfigFile(path, { ownedByUser: true });
  if (read.status === "unreadable" || read.document === null) {
    return tell(args, `${path} cannot be read`, "See: kedge --validate-config", EXIT.usage);
  }
  let found: ReadImport;
  try {
    found = await readImport(name as SourceName, file);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return tell(args, error.message, error.hint, EXIT.usage);
  }
  const plan = importEdits(found, read.document);
  const outcome = { ...found, coming: plan.servers, known: plan.known };
  console.error(listing(outcome, plan.words));
  if (plan.edits.length === 0) return done(args, outcome, false, []);
  const status = await agreed(args, "Import them into config.json? [y/N] ", "imports them");
  if (status !== EXIT.done) return status;
  const edited = await editConfigFile(path, plan.edits);
  if (!edited.ok) return tell(args, edited.error, edited.hint, EXIT.failed);
  return done(args, outcome, true, (await storePasswords(createKeychain(), plan.servers)).failed);
}

type ImportOutcome = ReadImport & {
  readonly coming: readonly FoundServer[];
  readonly known: readonly { readonly name: string; readonly why: string }[];
};

/** Returns what would be imported, what already exists and what is left out, as text for a terminal. */
function listing(
  { title, files, coming, known, left, remarks, portal, accounts }: ImportOutcome,
  words: string,
): string {
  const shown = (server: FoundServer) => {
    const password = server.password && server.user !== undefined ? ", password into the keychain" : "";
    const by = server.user === undefined ? "" : `, user ${server.user}${password}`;
    return `  + ${server.name}: ${address(server)}${server.via ? ` by ${server.via}` : ""}${by}`;
  };
  return [
    `${title}: ${files.map(shownPath).join(", ")}`,
    ...coming.map(shown),
    ...(portal ? [`  the portal ${portal.startUrl}, ${portal.region}`] : []),
    ...accounts.slice(0, 50).map(({ accountId, region }) => `  account ${accountId}, ${region}`),
    ...known.map(({ name, why }) => `  = ${name}: ${why}`),
    ...left.map(({ name, why }) => `  - ${name || "one without a name"}: ${why}`),
    ...remarks.map((remark) => `  ${remark}.`),
    words === "" ? "There is nothing that config.json does not have." : `That is ${words}.`,
  ].map((line) => oneLine(line)).join("\n");
}

/** Reports the result and returns the exit status. The document of `--json` contains no password. */
function done(args: Args, outcome: ImportOutcome, written: boolean, failed: readonly string[]): number {
  for (const why of failed) console.error(`kedge: ${oneLine(why)}`);
  if (args.json) {
    const { title: source, files, portal, accounts, known, left, remarks } = outcome;
    const servers = outcome.coming.map(({ password, ...server }) => ({
      ...server,
      password: password !== undefined,
    }));
    const ok = failed.length === 0;
    console.log(
      JSON.stringify({
        ok,
        source,
        files,
        servers,
        ...(portal && { portal }),
        accounts,
        known,
        left,
        remarks,
        written,
      }),
    );
  } else if (written) {
    console.log("They are in config.json; the palette finds them. Undo: remove the entries there.");
  }
  return failed.length > 0 ? EXIT.failed : EXIT.done;
}
