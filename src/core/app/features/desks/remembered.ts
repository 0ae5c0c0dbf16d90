import type { Server } from "../../../config/config.ts";
import type { AskLogin } from "../../../sql/login/mod.ts";

/** Gives the login that has worked before, and asks only where there is none or it is no longer good. */
export function remembered(login: AskLogin<Server>): AskLogin<Server> {
  let known: Awaited<ReturnType<AskLogin<Server>>> = null;
  let asking: Promise<unknown> = Promise.resolve();
  return (server, problem, signal) => {
    // One question at a time: the answer to the first serves the second.
    const mine = asking.then(async () => {
      if (problem === undefined && known) return known;
      if (problem !== undefined) known = null;
      const given = await login(server, problem, signal);
      if (!given) return null;
      const worked = { ...given, keep: () => Promise.resolve() };
      return {
        ...given,
        keep() {
          known = worked;
          return given.keep();
        },
      };
    });
    asking = mine.catch(() => {});
    return mine;
  };
}
