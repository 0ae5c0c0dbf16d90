import { lazyImport } from "../../../lazy_import.ts";
import type { ReadingChecks } from "./parts.ts";

/** Applies the rules of the gate to sessions of agents. */
export const readingChecks: ReadingChecks = {
  async session(server, session, signal) {
    const { agentSession } = await lazyImport<typeof import("../../../gate/agent_session.ts")>(
      "../../../gate/agent_session.ts",
      import.meta.url,
    );
    return await agentSession(server, session, signal);
  },
};
