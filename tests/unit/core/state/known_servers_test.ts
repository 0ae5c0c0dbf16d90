import { deepEqual } from "node:assert/strict";
import { createConfiguration } from "../../../../src/core/app/features/settings/configuration.ts";
import { knownServers, renamedServers } from "../../../../src/core/state/known_servers.ts";
import { config, store as storeOf } from "../app/fixtures.ts";

/** Servers of these names, each with its last letter as its host. */
const servers = (names: string) =>
  names.split(" ").filter(Boolean).map((name) =>
    ({ name, engine: "postgres", host: name.slice(-1), port: 1, tls: false }) as const
  );

const CASES:
  readonly (readonly [what: string, saved: unknown, reads: readonly string[], renamed: string[]])[] = [
    ["what was renamed while no Kedge ran", knownServers(servers("old-a b")), ["c b new-a"], ["old-a new-a"]],
    ["that once", knownServers(servers("old-a b")), ["b new-a", "b newer-a"], [
      "old-a new-a",
      "new-a newer-a",
    ]],
    ["nothing of a file that cannot be read, but with the next", knownServers(servers("old-a")), [
      "!",
      "new-a",
    ], [
      "old-a new-a",
    ]],
    ["nothing when nothing was kept", undefined, ["a"], []],
    ["nothing of what does not look like servers", [{ name: 7 }], ["a"], []],
    ["what is renamed in its place, also when it leads elsewhere", [], ["a b", "a c"], ["b c"]],
    ["nothing when servers come or go", [], ["a b", "a", "a c"], []],
  ];
for (const [what, saved, reads, renamed] of CASES) {
  Deno.test(`renamedServers() gives ${what}`, () => {
    const store = storeOf(), configuration = createConfiguration(store);
    configuration.restore(saved);
    const found: string[] = [];
    store.subscribe((state, before) => {
      for (const [from, to] of renamedServers(state, before)) found.push(`${from} ${to}`);
    });
    for (const names of reads) {
      const read = { config: config({ servers: servers(names) }), diagnostics: [] };
      configuration.apply(names === "!" ? { ...read, status: "unreadable" } : { ...read, status: "loaded" });
    }
    deepEqual(found, renamed);
    deepEqual(store.get().knownServers, knownServers(servers(reads.at(-1)!)));
  });
}
