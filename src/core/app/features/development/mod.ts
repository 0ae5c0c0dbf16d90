import { command, feature, id } from "../../feature.ts";
import type { Development } from "./development.ts";

/** Extensions that their authors work on. */
export const development = feature({
  /** Ends the work on an extension, as ending its `kedge --dev` does. */
  endDevelopment: command({ extension: id }),
}, ({ development }: { readonly development: Pick<Development, "end"> }) => ({
  endDevelopment: ({ extension }) => development.end(extension),
}));
