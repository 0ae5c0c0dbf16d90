import { isCatalogueError } from "../../../src/core/catalogue/error.ts";

/** Returns the trouble of work with a catalogue; "none" where there is none. */
export const trouble = (work: Promise<unknown>) =>
  work.then(() => "none", (error) => {
    if (!isCatalogueError(error)) throw error;
    return error.trouble;
  });
