import { isCatalogueError } from "../../../src/core/catalogue/error.ts";

/** Returns the error code of work with a catalogue; "none" on success. */
export const codeOf = (work: Promise<unknown>) =>
  work.then(() => "none", (error) => {
    if (!isCatalogueError(error)) throw error;
    return error.code;
  });
