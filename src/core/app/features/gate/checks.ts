import { lazyImport } from "../../../lazy_import.ts";
import type { ReadingChecks } from "./parts.ts";

/** What of a server's login and rows is kept from agents: logins that can do more than read. */
export const readingChecks: ReadingChecks = {
  async login({ engine }, session, signal) {
    const { agentLoginFault } = await lazyImport<typeof import("../../../gate/login.ts")>(
      "../../../gate/login.ts",
      import.meta.url,
    );
    return await agentLoginFault(session, engine, signal);
  },
};
