import { equal } from "node:assert/strict";
import { createServer } from "node:net";
import { wrap } from "../../../src/core/aws/credentials/credentials.ts";
import { goWay } from "../../../src/core/sql/go_way.ts";
import { endWays } from "../../../src/core/ways/ending.ts";
import { giveAccessToWays } from "../../../src/core/ways/ssm/access.ts";
import { startSessionManager } from "../../support/cloud/session_manager.ts";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { startPostgres } from "../../support/servers/postgres.ts";

const VIA = "ssm://123456789012/ReadOnly/i-0123456789abcdef0";
const KEYS = wrap({ accessKeyId: "AKIDWAYS", secretAccessKey: "secret", sessionToken: "token" });
const { signal } = new AbortController();

Deno.test("goWay() leads where the server answers, and nowhere else", async (t) => {
  const [postgres, mariadb] = await Promise.all([startPostgres(), startMariadb()]);
  // A server that accepts connections and closes them at once.
  const mute = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  const ports: Record<string, number | null> = {
    "postgres.internal": postgres.port,
    "mysql.internal": mariadb.port,
    "mute.internal": await new Promise<number>((resolve) =>
      mute.once("listening", () => resolve((mute.address() as { port: number }).port))
    ),
    "nowhere.internal": null,
  };
  const manager = await startSessionManager({
    resolve: (host) => ports[host] ? { host: "127.0.0.1", port: ports[host] } : null,
  });
  const env = (name: string) => name === "AWS_ENDPOINT_URL" ? manager.url : undefined;
  const withdraw = giveAccessToWays(({ region = "eu-central-1" }) =>
    Promise.resolve({ region, env, credentials: KEYS })
  );
  const go = (host: string, engine: "postgres" | "mysql", stop = signal) =>
    goWay(VIA, { host, port: 1, engine }, () => {}, stop);
  try {
    for (
      const [host, engine, code] of [
        ["postgres.internal", "postgres", null],
        ["mysql.internal", "mysql", null],
        ["nowhere.internal", "postgres", "WAY_TARGET"],
        ["mute.internal", "postgres", "WAY_LOST"],
      ] as const
    ) {
      await t.step(`${host} is ${code ?? "reached"}`, async () => {
        const fault = await go(host, engine);
        equal(fault?.code ?? null, code, fault?.message);
      });
    }
    await t.step("a later connection over the same session does not get the earlier failure", async () => {
      for (let at = 0; at < 20; at++) equal(await go("postgres.internal", "postgres"), null);
      equal(
        manager.sessions.filter(({ parameters }) => parameters.host?.[0] === "postgres.internal").length,
        1,
      );
    });
    await t.step(
      "a caller that stops gets WAY_CANCELLED",
      async () =>
        equal((await go("postgres.internal", "postgres", AbortSignal.abort()))?.code, "WAY_CANCELLED"),
    );
  } finally {
    await endWays();
    withdraw();
    mute.close();
    await Promise.all([manager.stop(), postgres.stop(), mariadb.stop()]);
  }
});
