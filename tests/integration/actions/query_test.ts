import assert from "node:assert/strict";
import { startRun } from "../../../src/core/actions/mod.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { changeOverrides } from "../../../src/core/extensions/mod.ts";
import { Secret } from "../../../src/core/secret.ts";
import { installActions, makeHome } from "../../support/program/actions.ts";
import { shopAt, startPostgres } from "../../support/servers/postgres.ts";
import { recordingSurface } from "../../support/program/run_surface.ts";

const SOURCE = await Deno.readTextFile(new URL("../../scripts/servers/query.go", import.meta.url));

Deno.test("k.Query asks for a login until it is right, keeps it then, and reads only", async () => {
  const paths = await makeHome();
  const real = await startPostgres();
  try {
    await installActions(paths, "sql", [{ id: "read", source: SOURCE }]);
    const server = {
      name: "shop",
      engine: "postgres",
      host: real.host,
      port: real.port,
      tls: false,
    } as const;
    const asked: (string | undefined)[] = [];
    let kept = 0;
    const surface = recordingSurface({
      login(_server, problem) {
        asked.push(problem);
        const password = new Secret(asked.length === 1 ? "wrong-password" : real.password);
        return Promise.resolve({ user: real.user, password, keep: () => Promise.resolve(void kept++) });
      },
    });
    const config = { ...defaultConfig(), servers: [server] };
    const outcome = await startRun({ paths, config, extension: "sql", action: "read" }, surface).done;
    assert.equal(outcome.status, "ok", outcome.error ?? "");
    assert.deepEqual(surface.lines.map(({ text }) => text), [
      "[timestamp int8 text bytea] [[2024-02-29 12:00:00 1152921504606846976 <nil> \\x62]] false",
      'query on "shop": Only statements that read are let through: this one begins with “create”. Actions only read from servers, unless you allow this one to write in its settings.',
      'query on "other": there is no such server in the configuration; there is "shop"',
    ]);
    assert.equal(asked.length, 2);
    assert.equal(asked[0], undefined);
    assert.match(asked[1]!, /password/i);
    assert.equal(kept, 1);
  } finally {
    await real.stop();
    await paths.remove();
  }
});

Deno.test("k.Query writes to a server when the user has allowed the action to", async () => {
  const paths = await makeHome();
  const real = await startPostgres();
  try {
    await installActions(paths, "sql", [{ id: "read", source: SOURCE }]);
    const write = [{ server: "shop", at: `${real.host}:${real.port}` }];
    await changeOverrides(paths, "sql", "read", { write });
    const server = {
      name: "shop",
      engine: "postgres",
      host: real.host,
      port: real.port,
      tls: false,
    } as const;
    const login = () =>
      Promise.resolve({
        user: real.user,
        password: new Secret(real.password),
        keep: () => Promise.resolve(),
      });
    const surface = recordingSurface({ login });
    const config = { ...defaultConfig(), servers: [server] };
    const outcome = await startRun({ paths, config, extension: "sql", action: "read" }, surface).done;
    assert.equal(outcome.status, "ok", outcome.error ?? "");
    assert.equal(surface.lines.length, 2);
    assert.equal((await real.sql("select count(*) from t")).trim(), "0");
    // The user's permission was for another address.
    await changeOverrides(paths, "sql", "read", { write: [{ server: "shop", at: `${real.host}:1` }] });
    await startRun({ paths, config, extension: "sql", action: "read" }, surface).done;
    assert.match(surface.lines.at(-2)!.text, /Only statements that read are let through/);
  } finally {
    await real.stop();
    await paths.remove();
  }
});

Deno.test("k.Query fails when the user cancels the sign-in", async () => {
  const paths = await makeHome();
  try {
    await installActions(paths, "sql", [{ id: "read", source: SOURCE }]);
    const server = { name: "shop", engine: "postgres", host: "127.0.0.1", port: 1, tls: false } as const;
    const config = { ...defaultConfig(), servers: [server] };
    const outcome = await startRun({ paths, config, extension: "sql", action: "read" }, recordingSurface())
      .done;
    assert.equal(outcome.error, 'query on "shop": the sign-in was cancelled');
  } finally {
    await paths.remove();
  }
});

const TOGETHER = `package action

import "kedge"

func Run(k *kedge.Ctx) error {
	failed := make(chan error)
	for i := 0; i < 3; i++ {
		go func() {
			_, err := k.Query("shop", "select 1")
			failed <- err
		}()
	}
	for i := 0; i < 3; i++ {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}
`;
const REFUSED = `package action

import "kedge"

func Run(k *kedge.Ctx) error {
	_, err := k.Query("shop", "select nothing")
	k.Log(err)
	_, err = k.Query("shop", "select 1")
	return err
}
`;

const SHARED: readonly (readonly [what: string, source: string, passwords: readonly string[]])[] = [
  ["when three queries need it at the same time", TOGETHER, ["right"]],
  ["and once more when it is refused to three queries", TOGETHER, ["wrong", "right"]],
  ["when the server refuses the statement", REFUSED, ["right"]],
];
Deno.test("k.Query asks once for a login", async (t) => {
  const paths = await makeHome();
  const real = await startPostgres();
  try {
    const config = { ...defaultConfig(), servers: [shopAt(real)] };
    for (const [at, [what, source, passwords]] of SHARED.entries()) {
      await t.step(what, async () => {
        await installActions(paths, `shared${at}`, [{ id: "read", source }]);
        const asked: (string | undefined)[] = [];
        let open = 0, most = 0, kept = 0;
        const surface = recordingSurface({
          async login(_server, problem) {
            most = Math.max(most, ++open);
            const right = passwords[asked.push(problem) - 1] === "right";
            // The other queries arrive while the user types.
            await new Promise((resolve) => setTimeout(resolve));
            open--;
            const password = new Secret(right ? real.password : "wrong-password");
            return { user: real.user, password, keep: () => Promise.resolve(void kept++) };
          },
        });
        const request = { paths, config, extension: `shared${at}`, action: "read" };
        const outcome = await startRun(request, surface).done;
        assert.equal(outcome.status, "ok", outcome.error ?? "");
        assert.deepEqual([most, asked.length, kept], [1, passwords.length, 1]);
      });
    }
  } finally {
    await real.stop();
    await paths.remove();
  }
});
