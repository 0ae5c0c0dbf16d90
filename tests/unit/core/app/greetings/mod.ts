import * as z from "zod";
import { command, feature, id } from "../../../../../src/core/app/feature.ts";

/** A feature that exists only in tests, to show that a feature fits into one folder. */
export const greetings = feature({
  greet: command({ whom: id, loudly: z.boolean().optional() }, ({ whom }) => `greeting:${whom}`),
  wave: command({}),
}, ({ say }: { readonly say: (text: string) => void }) => ({
  greet: ({ whom, loudly }) => say(loudly ? `HELLO ${whom}` : `hello ${whom}`),
  wave: () => ({ ok: false, error: "Nobody is looking." }),
}));
