import { deepEqual } from "node:assert/strict";
import { type KnownServer, renamedSince } from "../../../../src/core/config/renamed.ts";

/** `name@host` as a server, with `/database` of a database of its own and `>bastion` of a way. */
function server(text: string): KnownServer {
  const [, name, host, database, bastion] = /^(.*)@([^/>]*)(?:\/([^>]*))?(?:>(.*))?$/.exec(text)!;
  return {
    name: name!,
    engine: "postgres",
    host: host!,
    port: 5432,
    ...(database && { database }),
    ...(bastion && { via: `ssh://${bastion}` }),
  };
}

const CASES: readonly (readonly [
  what: string,
  before: string[],
  now: string[],
  renamed: [from: string, to: string][],
])[] = [
  ["nothing when nothing was seen", [], ["a@db"], []],
  ["nothing when nothing changed", ["a@db"], ["a@db"], []],
  ["a new name of the same place", ["a@db", "b@db2"], ["b@db2", "c@DB"], [["a", "c"]]],
  ["two of them", ["a@db", "b@db2"], ["d@db2", "c@db"], [["b", "d"], ["a", "c"]]],
  ["the new name beside one that stays there", ["a@db", "b@db"], ["a@db", "c@db"], [["b", "c"]]],
  ["nothing when it leads elsewhere", ["a@db"], ["b@db2"], []],
  ["nothing when it is another database", ["a@db"], ["b@db/x"], []],
  ["nothing when it is another computer of that name", ["a@db>one"], ["b@db>two"], []],
  ["nothing when it is behind a way now", ["a@db"], ["b@db>one"], []],
  ["a new name at the end of the same way", ["a@db>one"], ["b@db>one"], [["a", "b"]]],
  ["nothing when it is one more name", ["a@db"], ["a@db", "b@db"], []],
  ["nothing when two names may be meant", ["a@db"], ["b@db", "c@db"], []],
  ["nothing when two may have been meant", ["a@db", "b@db"], ["c@db"], []],
];
for (const [what, before, now, renamed] of CASES) {
  Deno.test(`renamedSince() gives ${what}`, () => {
    deepEqual(renamedSince(before.map(server), now.map(server)), renamed);
  });
}
