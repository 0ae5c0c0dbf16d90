import { equal } from "node:assert/strict";
import { createLink } from "../../../../src/core/sql/query_window/link.ts";

const SERVER = { name: "x", engine: "postgres", host: "127.0.0.1", port: 1, tls: false } as const;

Deno.test("session() asks for a login of its own when the sign-in before it was stopped", async () => {
  const given = Promise.withResolvers<null>();
  let asked = 0;
  const link = createLink({
    server: () => SERVER,
    login: () => ++asked === 1 ? given.promise : Promise.resolve(null),
    changed: () => {},
    notice: () => {},
  });
  const stop = new AbortController();
  const first = link.session(stop.signal);
  stop.abort();
  const second = link.session(new AbortController().signal);
  given.resolve(null);
  equal(await first, null);
  equal(await second, null);
  equal(asked, 2);
});
