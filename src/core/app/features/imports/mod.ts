import * as z from "zod";
import { command, feature } from "../../feature.ts";
import type { Imports } from "./imports.ts";

/** IDs of the last search. */
const chosen = z.array(z.string().max(60)).max(20_000);

/** The commands that import connections and accounts of other programs into config.json. */
export const imports = feature({
  /** Searches the files of other programs. The result's value is a `FoundSource` for each program. */
  findImports: command({}),
  /** Previews an import. The result's value is an `ImportPlan`. */
  planImport: command({ chosen }),
  /** Writes an import if its digest is that of the preview. The result's value is an `ImportResult`. */
  writeImport: command({ chosen, digest: z.string().length(64) }),
  /** Undoes the last `writeImport`: removes its entries and its passwords. The result's value is an `Undone`. */
  undoImport: command({}),
}, ({ imports }: { readonly imports: Imports }) => ({
  findImports: async () => ({ ok: true, value: await imports.find() }),
  planImport: ({ chosen }) => imports.plan(chosen),
  writeImport: ({ chosen, digest }) => imports.write(chosen, digest),
  undoImport: () => imports.undo(),
}));
