import {
  isCatalogueError,
  isExpired,
  type Offer,
  offersOf,
  type StoredCatalogue,
} from "../../core/catalogue/mod.ts";
import { areAllInFile } from "../../core/catalogue/in_file.ts";
import { machineCatalogues } from "../../core/catalogue/machine.ts";
import { readWithdrawn, withdrawalOf } from "../../core/catalogue/withdrawn.ts";
import { readConfigFile } from "../../core/config_file/read.ts";
import { listExtensions } from "../../core/extensions/mod.ts";
import { isFileError } from "../../core/files/errors.ts";
import { kedgePaths } from "../../core/paths.ts";
import { spelled } from "../../core/text/hidden.ts";
import { shortened } from "../../core/text/shorten.ts";
import { appVersion } from "../../core/version.ts";
import { tell } from "../accounts/reporting.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { aligned } from "../width.ts";
import { withCatalogues } from "./work.ts";

const short = (text: string) => spelled(shortened(text, 80));

/**
 * `--catalogs`: lists the extensions of the catalogues, available updates and withdrawn versions. For a
 * catalogue that cannot be reached, the last valid list is used.
 */
export function run(args: Args): Promise<number> {
  return withCatalogues(args, async (signal) => {
    const paths = kedgePaths();
    const { status: read, config, document } = readConfigFile(paths.config, { ownedByUser: true });
    if (read === "unreadable") {
      return tell(args, `${paths.config} cannot be read`, "See: kedge --validate-config", EXIT.usage);
    }
    if (!config.catalogs?.length && !args.json) {
      console.log("config.json names no catalogue. Add one: kedge --catalog-add ADDRESS");
    }
    const { catalogs = [] } = config;
    const catalogues = machineCatalogues(paths, () => config);
    const now = Date.now();
    const stored: StoredCatalogue[] = [], offers: Offer[] = [];
    const installed = await listExtensions(paths, appVersion());
    let status: number = EXIT.done;
    for (const setting of catalogs) {
      const one = await catalogues.refresh(setting, signal).catch(async (error) => {
        if (!isCatalogueError(error) && !isFileError(error) || signal.aborted) throw error;
        status = EXIT.failed;
        console.error(
          `kedge: ${spelled(setting.address)}: ${spelled(error.message)}\n${spelled(error.hint)}`,
        );
        // The reason why the catalogue cannot be read has been printed.
        const last = await catalogues.stored(setting).catch(() => null);
        if (last) {
          const what = last.known.keys === null
            ? "only tells what is withdrawn, as you changed the keys that you trust since"
            : "is used";
          console.error(`Its answer from ${new Date(last.checkedAt).toISOString().slice(0, 16)}Z ${what}.`);
        }
        return last;
      });
      if (!one) continue;
      stored.push(one);
      if (isExpired(one.catalogue, now)) {
        console.error(
          `kedge: “${spelled(one.catalogue.name)}” is past its end: nothing is installed from it.`,
        );
      }
      // Keys that the user trusts no more must not offer anything.
      if (one.known.keys === null) continue;
      const parts = { installed, restDays: setting.restDays, now, app: appVersion() };
      for (const offer of offersOf(one, parts)) offers.push(offer);
    }
    const isAll = stored.length === catalogs.length && areAllInFile(document, catalogs.length);
    await catalogues.withdraw(stored, isAll);
    const withdrawn = await readWithdrawn(paths);
    const shown = offers.filter(({ newest, installed }) => newest !== null || installed);
    const rows = shown.map(({ entry, newest, installed }) => {
      const reason = installed && withdrawalOf(withdrawn, installed.hash)?.reason;
      return {
        id: entry.id,
        name: entry.name,
        ...(installed && { installed: installed.version ?? "" }),
        available: newest?.version ?? "",
        ...(reason && { withdrawn: reason }),
      };
    });
    if (args.json) console.log(JSON.stringify(rows));
    else for (const line of aligned(rows.map((row, at) => cells(row, shown[at]!)))) console.log(line);
    return status;
  });
}

/** Returns the cells of an extension: ID, name, newest version, and its state or the next step. */
function cells(row: { readonly id: string; readonly withdrawn?: string }, offer: Offer): string[] {
  const { entry, newest, installed, state, restsUntil, needs } = offer;
  const what = row.withdrawn !== undefined
    ? `withdrawn: ${row.withdrawn}`
    : restsUntil !== undefined
    ? `${installed?.version} → ${newest?.version}, rests until ${
      new Date(restsUntil).toISOString().slice(0, 10)
    }`
    : state === "update"
    ? `${installed?.version} → ${newest?.version}`
    : state === "current"
    ? "installed"
    : state === "foreign"
    ? "another one of that id is installed"
    : needs !== undefined
    ? `needs kedge ≥ ${needs}`
    : "";
  return [row.id, short(entry.name), newest?.version ?? "-", what].map((cell) => short(cell));
}
