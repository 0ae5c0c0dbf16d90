import { join } from "node:path";
import { makeBundle, makeKey, publishTo } from "../../support/catalogue/publisher.ts";
import { row } from "./row.ts";
import type { WholeProgram } from "./stage.ts";

const folder = ({ stage }: WholeProgram) => join(stage.home, "catalogue");
const first = ({ state }: WholeProgram) => state().catalogues[0];

/** For each change that readers of the list were notified of, whether the list was unfinished. */
const asked: boolean[] = [];

/** Commands for catalogues, beginning with the comparison of their keys. */
export const CATALOGUE_ROWS = [
  row("addCatalogue", "shows the keys of a catalogue", async (program) => {
    const key = await makeKey(program.stage.home, "publisher");
    await publishTo(folder(program), key, makeBundle("tools", "1.0.0"));
    return { address: folder(program) };
  }, (program) => first(program)?.status === "untrusted"),
  row("trustCatalogue", "takes what those keys have signed", (program) => ({
    address: folder(program),
    fingerprints: first(program)?.keys?.signers.map(({ fingerprint }) => fingerprint) ?? [],
  }), (program) => first(program)?.status === "ready" && first(program)?.version === 1),
  row("installFromCatalogue", "opens the review of a bundle", (program) => ({
    address: folder(program),
    extension: "tools",
  }), ({ state }) => state().reviews.some(({ bundle }) => bundle?.id === "tools")),
  row(
    "refreshCatalogues",
    "takes a newer version, and tells readers of the list while it is asked",
    async (program) => {
      const entries = program.app.queries.catalogue.entries("");
      entries.subscribe(async () => {
        const read = await entries.read(0, 1, new AbortController().signal);
        asked.push(read.ok && read.unfinished === true);
      });
      const key = join(program.stage.home, "publisher");
      await publishTo(folder(program), key, makeBundle("tools", "1.1.0", 'return k.Alert("more")'));
      return {};
    },
    (program) => first(program)?.version === 2 && asked[0] === true && asked.at(-1) === false,
  ),
  row(
    "removeCatalogue",
    "forgets a catalogue",
    (program) => ({ address: folder(program) }),
    ({ state }) => state().catalogues.length === 0,
  ),
];
