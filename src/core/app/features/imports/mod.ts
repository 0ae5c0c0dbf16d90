import { z } from "zod";
import { command, feature } from "../../feature.ts";
import type { Imports } from "./imports.ts";

/** Things that were found, by the ids of the last look. */
const chosen = z.array(z.string().max(60)).max(20_000);

/** What other programs on this computer have: looked for, shown, brought into config.json and taken back. */
export const imports = feature({
  /** Looks at where other programs keep what they have; the value is a `FoundSource` for each program. */
  findImports: command({}),
  /** The value is an `ImportPlan`: what would be written. */
  planImport: command({ chosen }),
  /** Writes the import when its digest is still that of the shown one; the value is an `ImportResult`. */
  writeImport: command({ chosen, digest: z.string().length(64) }),
  /** Takes the last `writeImport` back: its entries and its passwords. */
  undoImport: command({}),
}, ({ imports }: { readonly imports: Imports }) => ({
  findImports: async () => ({ ok: true, value: await imports.find() }),
  planImport: ({ chosen }) => imports.plan(chosen),
  writeImport: ({ chosen, digest }) => imports.write(chosen, digest),
  undoImport: () => imports.undo(),
}));
