import type { TabState } from "../../state/query_window.ts";

/** How statements begin after which a server may hold other tables than before. */
const REMAKES = /^(create|alter|drop|rename)\b/i;

/** Tells, once for each, of statements that counted and may have made a server hold other tables. */
export function createRemade(remade: () => void): (tabs: readonly TabState[]) => void {
  let known: ReadonlySet<string> = new Set();
  return (tabs) => {
    const done = tabs.flatMap(({ results }) => results)
      .filter(({ status, kind, title }) => status === "done" && kind === "rows" && REMAKES.test(title))
      .map(({ id }) => id);
    const before = known;
    known = new Set(done);
    if (done.some((id) => !before.has(id))) remade();
  };
}
