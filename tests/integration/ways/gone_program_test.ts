import { deepEqual, equal } from "node:assert/strict";
import { wrap } from "../../../src/core/aws/credentials/credentials.ts";
import { endWays } from "../../../src/core/ways/ending.ts";
import { takeSlot } from "../../../src/core/ways/slots.ts";
import { giveAccessToWays } from "../../../src/core/ways/ssm/access.ts";
import { ssmWay } from "../../../src/core/ways/ssm/way.ts";
import { openTunnel } from "../../../src/core/ways/tunnel.ts";
import type { WayError } from "../../../src/core/ways/way.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { startSessionManager } from "../../support/cloud/session_manager.ts";

const AT = {
  account: "123456789012",
  role: "ReadOnly",
  through: { instance: "i-0123456789abcdef0" },
} as const;
/** Maximum number of open streams of all ways. */
const SLOTS = 50;

/** Returns whether no stream of a way is open. */
function allSlotsFree(): boolean {
  const taken: (() => void)[] = [];
  try {
    for (let at = 0; at < SLOTS; at++) taken.push(takeSlot());
    return true;
  } catch {
    return false;
  } finally {
    for (const free of taken) free();
  }
}

/**
 * Starts a server behind a session that greets and then only reads; with `farewell` it sends so
 * many bytes and closes.
 */
async function stage({ farewell }: { readonly farewell?: number } = {}) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  const connections: Promise<void>[] = [];
  let over = 0;
  async function serve(connection: Deno.Conn, first: boolean): Promise<void> {
    const say = (bytes: Uint8Array) => connection.write(bytes).catch(() => {});
    if (farewell !== undefined && first) await say(new Uint8Array(farewell));
    else {
      await say(new TextEncoder().encode("hello"));
      while (await connection.read(new Uint8Array(1000)).catch(() => null) !== null);
    }
    connection.close();
    over++;
  }
  const served = (async () => {
    for await (const one of listener) connections.push(serve(one, connections.length === 0));
  })();
  const manager = await startSessionManager({
    resolve: (host) => host === "db.internal" ? { host: "127.0.0.1", port } : null,
  });
  const credentials = wrap({ accessKeyId: "AKIDWAYS", secretAccessKey: "s", sessionToken: "t" });
  const env = (name: string) => name === "AWS_ENDPOINT_URL" ? manager.url : undefined;
  const withdraw = giveAccessToWays(({ region = "eu-central-1" }) =>
    Promise.resolve({ region, env, credentials })
  );
  return {
    to: { host: "db.internal", port },
    /** Whether all connections have ended at the server. */
    isOver: () => over === connections.length,
    async [Symbol.asyncDispose]() {
      await endWays();
      withdraw();
      await manager.stop();
      listener.close();
      await served;
      await Promise.all(connections);
    },
  };
}

Deno.test("openTunnel() ends the session of a program that is gone when its server says nothing by itself", async () => {
  await using server = await stage();
  const faults: WayError[] = [];
  const stop = new AbortController();
  const tunnel = await openTunnel(ssmWay(AT, 50), server.to, 0, {
    onStep: () => {},
    onFault: (error) => faults.push(error),
    signal: stop.signal,
  });
  const program = await Deno.connect({ hostname: "127.0.0.1", port: tunnel.port });
  const read = new Uint8Array(1000);
  equal(await program.read(read), 5);
  // The system closes the connection in the same way when a program is killed.
  await program.closeWrite();
  await waitFor("the end at the server", server.isOver);
  equal(await program.read(read), null);
  program.close();
  await waitFor("the connection's end", () => tunnel.traffic().connections === 0);
  await waitFor("free slots", allSlotsFree);
  deepEqual(faults, []);
  await tunnel.close();
});

Deno.test("ssmWay() gives what came before the end also when it is read later", async () => {
  await using server = await stage({ farewell: 3000 });
  const way = ssmWay(AT);
  const stream = way.open(server.to);
  stream.once("connect", () => stream.end());
  await waitFor("what the server said", () => stream.readableLength === 3000);
  await waitFor("the server's end", server.isOver);
  // The session keeps messages in order, so the end has arrived when another stream has its
  // greeting.
  const other = way.open(server.to);
  await new Promise((resolve) => other.once("data", resolve));
  let read = 0;
  for await (const bytes of stream) read += bytes.length;
  equal(read, 3000);
  other.destroy();
  await waitFor("free slots", allSlotsFree);
});
