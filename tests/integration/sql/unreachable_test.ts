/** A server without a saved login that is down, or whose host is unknown: no login is asked for. */
import { deepEqual, equal } from "node:assert/strict";
import { beginWait } from "../../runner/slowness.ts";
import { startQueryWindow } from "../../support/sql/query_app.ts";

const NOWHERE = [
  {
    name: "shut",
    host: "127.0.0.1",
    port: 1,
    message: "Nothing accepts connections at 127.0.0.1:1",
    hint: "Check host and port of server “shut”, and that PostgreSQL runs there.",
  },
  {
    name: "lost",
    host: "no-such.invalid",
    port: 5432,
    message: "The host name “no-such.invalid” is not known",
    hint: "Check its spelling, and whether it needs a VPN or a way in (“via”).",
  },
] as const;

const pick = (value: unknown) => {
  const { message, hint } = value as { readonly message: string; readonly hint: string };
  return [message, hint.replace(" draft", "")];
};

Deno.test("a server that cannot be reached is reported by its query window and by Test, and no login is asked for", async (t) => {
  const servers = NOWHERE.map(({ name, host, port }) =>
    ({ name, host, port, engine: "postgres", tls: false }) as const
  );
  const running = await startQueryWindow([], { config: { servers } });
  const { app } = running;
  const state = () => app.store.get();
  let asked = 0;
  app.store.subscribe(({ dialogs }) => void (asked += dialogs.length));
  const until = async <T>(found: () => T | undefined): Promise<T> => {
    for (const isOver = beginWait(60_000); !isOver();) {
      const one = found();
      // A question would wait forever.
      equal(asked, 0);
      if (one !== undefined) return one;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error("it never came");
  };
  try {
    for (const { name, message, hint } of NOWHERE) {
      await t.step(`${name}: the query window`, async () => {
        await app.dispatch({ name: "openQuery", server: name });
        const tab = () => state().queryWindows.find(({ server }) => server === name)?.tabs[0];
        const { id } = await until(tab);
        await app.dispatch({ name: "runQuery", server: name, tab: id, text: "select 1", pick: "all" });
        const result = await until(() => tab()!.run === null ? tab()!.results.at(-1) : undefined);
        deepEqual([result.status, result.message, result.hint], ["failed", message, hint]);
      });
      await t.step(`${name}: Test`, async () => {
        const tested = app.dispatch({ name: "testServer", server: name });
        const { test } = await until(() =>
          state().serverTests.find(({ of, test }) => of.name === name && test.status === "failed")
        );
        deepEqual(pick(test), [message, hint]);
        await tested;
        equal(state().windows.some(({ page, params }) => page === "server" && params.server === name), true);
      });
      await t.step(`${name}: Test of a form`, async () => {
        const [server] = servers.filter((one) => one.name === name);
        const draft = { ...server!, name: `${name} draft` };
        let result: Awaited<ReturnType<typeof app.dispatch>> | undefined;
        void app.dispatch({ name: "tryServer", entry: draft }).then((done) => void (result = done));
        deepEqual(await until(() => result && "value" in result ? pick(result.value) : undefined), [
          message,
          hint,
        ]);
      });
    }
  } finally {
    await running.close();
  }
});
