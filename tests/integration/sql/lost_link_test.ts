import assert from "node:assert/strict";
import { Secret } from "../../../src/core/secret.ts";
import { createLink, sessionOf } from "../../../src/core/sql/query_window/link.ts";
import { createServerCatalog } from "../../../src/core/sql/query_window/mod.ts";
import { relay } from "../../support/servers/relay.ts";
import { ask } from "../../support/sql/ask.ts";
import { REAL_MARIADB, REAL_POSTGRES } from "../../support/sql/real_servers.ts";

const { signal } = new AbortController();

for (const { engine, database, start } of [REAL_POSTGRES, REAL_MARIADB]) {
  Deno.test(`a network to a real ${engine} that goes in silence`, async (t) => {
    const real = await start();
    const password = new Secret(real.password);
    const login = () => Promise.resolve({ user: real.user, password, keep: () => Promise.resolve() });
    const serverAt = (port: number) => ({ name: "x", engine, host: real.host, port, database, tls: false });
    await real.sql("create table t (n int)", database);
    try {
      await t.step("session() opens a connection anew when the quiet one no longer answers", async () => {
        const between = relay(real.port);
        const server = serverAt(between.port);
        let time = 1e6;
        let writing = false;
        const link = createLink({
          ...{ server: () => server, login, now: () => time, mayWrite: () => writing },
          ...{ changed: () => {}, notice: () => {} },
        });
        const maybe = async (after: number) => {
          time += after;
          return await sessionOf(link, signal);
        };
        const next = async (after: number) => {
          const session = await maybe(after);
          assert.ok(!("error" in session), JSON.stringify(session));
          return session;
        };
        try {
          const first = await next(0);
          assert.equal(await next(61_000), first);
          between.hold("old");
          // One that was used just now is not asked.
          assert.equal(await next(59_000), first);
          const second = await next(61_000);
          assert.notEqual(second, first);
          assert.deepEqual((await ask(second, "select 42 as n")).rows, [["42"]]);
          // One that statements may have changed is told as lost first, also when they only read by now.
          writing = true;
          assert.equal(await next(0), second);
          writing = false;
          assert.equal(await next(61_000), second);
          between.release();
          between.hold("old");
          const lost = await maybe(61_000);
          assert.match("error" in lost ? lost.error : "", /was lost: the server did not answer in time/);
          assert.equal(link.state.status, "lost");
          assert.notEqual(await next(0), second);
        } finally {
          between.release();
          await link.close();
          between.close();
        }
      });

      await t.step("refresh() reads the catalog although a question is not answered", async () => {
        const between = relay(real.port);
        const catalog = createServerCatalog(serverAt(between.port), login);
        const names = () => catalog.complete("", "", "t").read(0, 9, signal);
        try {
          assert.equal((await names()).ok, true);
          between.hold("old");
          catalog.refresh();
          const unanswered = names();
          catalog.refresh(true);
          assert.equal((await unanswered).ok, false);
          const read = await names();
          assert.ok(read.ok && read.rows.some(({ name }) => name === "t"), JSON.stringify(read));
          assert.equal(between.count() > 1, true);
        } finally {
          between.release();
          await catalog.close();
          between.close();
        }
      });
    } finally {
      await real.stop();
    }
  });
}
