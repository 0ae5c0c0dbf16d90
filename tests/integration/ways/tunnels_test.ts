import { deepEqual, equal, match, ok } from "node:assert/strict";
import { waitFor } from "../../desktop/harness/wait.ts";
import { exec } from "../../support/servers/server.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { sshStage } from "../../support/servers/ssh.ts";
import { startQueryWindow } from "../../support/sql/query_app.ts";

Deno.test("a tunnel of the program leads psql through a real bastion, counts what goes through, and ends", async (test) => {
  const path = Deno.env.get("PATH") ?? "";
  const stage = await sshStage();
  const [postgres, bastion] = await Promise.all([startPostgres(), stage.bastion()]);
  Deno.env.set("PATH", `${stage.bin}:${path}`);
  const server = {
    name: "shop",
    engine: "postgres" as const,
    host: "localhost",
    port: postgres.port,
    database: "postgres",
    tls: true,
    via: bastion.via,
  };
  const { app, close } = await startQueryWindow([{ server, real: postgres }]);
  const tunnel = () => app.store.get().tunnels[0];
  const psql = (sql: string) =>
    exec([
      "env",
      `PGPASSWORD=${postgres.password}`,
      "sh",
      "-c",
      `${tunnel()!.line.replace("psql ", `psql -U ${postgres.user} -Atc "${sql}" `)}`,
    ]);
  try {
    await test.step("openTunnel opens it", async () => {
      deepEqual(await app.dispatch({ name: "openTunnel", server: "shop" }), { ok: true });
      ok(app.store.get().windows.some(({ page }) => page === "tunnels"));
      await waitFor("the tunnel", () => tunnel()?.status !== "opening");
      deepEqual([tunnel()?.status, tunnel()?.fault], ["open", undefined]);
      match(tunnel()!.via, /\S/);
    });

    await test.step("other programs use its line", async () => {
      equal((await psql("select 40 + 2")).trim(), "42");
      await waitFor(
        "what went through",
        () => tunnel()!.traffic.received > 0 && tunnel()!.traffic.connections === 0,
      );
      const { received, sent } = tunnel()!.traffic;
      await psql("select repeat('x', 100000)");
      await waitFor(
        "more of it",
        () => tunnel()!.traffic.received > received + 1000 && tunnel()!.traffic.sent > sent,
      );
    });

    await test.step("endTunnel leaves neither port nor ssh", async () => {
      const { port, id } = tunnel()!;
      deepEqual(await app.dispatch({ name: "endTunnel", tunnel: id }), { ok: true });
      equal(tunnel(), undefined);
      await Deno.connect({ hostname: "127.0.0.1", port: port! }).then(
        () => Promise.reject(new Error("it listens")),
        (error) => ok(error instanceof Deno.errors.ConnectionRefused),
      );
    });
  } finally {
    await close();
    Deno.env.set("PATH", path);
    await postgres.stop();
    await stage.stop();
  }
});
