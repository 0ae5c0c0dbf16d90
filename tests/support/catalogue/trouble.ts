import { isCatalogueFault } from "../../../src/core/catalogue/fault.ts";

/** Returns the trouble of work with a catalogue; "none" where there is none. */
export const trouble = (work: Promise<unknown>) =>
  work.then(() => "none", (error) => {
    if (!isCatalogueFault(error)) throw error;
    return error.trouble;
  });
