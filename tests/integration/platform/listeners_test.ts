import assert from "node:assert/strict";
import { connect } from "node:net";
import { serveCredentials } from "../../../src/core/aws/container.ts";
import { listenForAnswer } from "../../../src/core/aws/sign_in/callback.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { handOver } from "../../../src/core/platform/browser/handover.ts";
import { isLoopback } from "../../../src/core/platform/peer/serve.ts";
import { openTunnel } from "../../../src/core/ways/tunnel.ts";
import { portFile } from "../../../src/tray/instance/connect.ts";
import { loopbackEndpoint } from "../../../src/tray/instance/loopback.ts";
import { testFolder } from "../../support/folder.ts";
import { readSources } from "../../support/house/sources.ts";
import { freePort } from "../../support/servers/ports.ts";
import { testPages } from "../../support/pages/pages.ts";
import { emptyState } from "../../support/pages/state.ts";

/**
 * Everything in Kedge that listens on a port: starts it, and returns the port and a function that
 * ends it.
 */
const LISTENERS: readonly [what: string, begin: () => Promise<{ port: number; close(): unknown }>][] = [
  ["the pages", async () => {
    const pages = await testPages(emptyState());
    return { port: pages.port, close: () => pages.close() };
  }],
  ["a sign-in's callback", () => {
    const callback = listenForAnswer("state");
    return Promise.resolve({ port: portOf(callback.redirectUri), close: () => callback.close() });
  }],
  ["credentials of a run", () => {
    const server = serveCredentials(() => Promise.reject(new Error("none")));
    return Promise.resolve({ port: portOf(server.address), close: () => server.close() });
  }],
  ["a ticket for a browser", () => {
    const handover = handOver("http://127.0.0.1/", () => {});
    return Promise.resolve({ port: portOf(handover.ticket), close: () => handover.close() });
  }],
  ["a tunnel", () =>
    openTunnel(
      { open: () => connect({ host: "127.0.0.1", port: pretender.addr.port }) },
      { host: "db", port: 1 },
      0,
      { onStep() {}, onFault() {}, signal: new AbortController().signal },
    )],
  ["later starts", async () => {
    const paths = kedgePaths(await testFolder());
    const listening = await loopbackEndpoint(paths).listen();
    const { port } = JSON.parse(await Deno.readTextFile(portFile(paths.home)));
    return { port, close: () => listening.close() };
  }],
];

/** The target of the tunnel. */
const pretender = Deno.listen({ hostname: "127.0.0.1", port: 0 });
pretender.unref();

const portOf = (address: string) => Number(new URL(address).port);

/** Returns whether a port accepts connections. */
const isOpen = (port: number) =>
  Deno.connect({ hostname: "127.0.0.1", port }).then((connection) => (connection.close(), true), () => false);

for (const [what, begin] of LISTENERS) {
  for (const prefix of ["", "duplicate,"]) {
    Deno.test(`DENO_SERVE_ADDRESS=${prefix}tcp:… moves nothing of ${what}`, async () => {
      const elsewhere = freePort();
      Deno.env.set("DENO_SERVE_ADDRESS", `${prefix}tcp:0.0.0.0:${elsewhere}`);
      try {
        const { port, close } = await begin();
        try {
          assert.equal(await isOpen(port), true);
          assert.equal(await isOpen(elsewhere), false);
        } finally {
          await close();
        }
      } finally {
        Deno.env.delete("DENO_SERVE_ADDRESS");
      }
    });
  }
}

const ADDRESSES: readonly [address: Deno.Addr, isLoopback: boolean][] = [
  [{ transport: "tcp", hostname: "127.0.0.1", port: 1 }, true],
  [{ transport: "tcp", hostname: "0.0.0.0", port: 1 }, false],
  [{ transport: "tcp", hostname: "::", port: 1 }, false],
  [{ transport: "tcp", hostname: "10.0.0.1", port: 1 }, false],
  [{ transport: "udp", hostname: "127.0.0.1", port: 1 }, false],
  [{ transport: "unix", path: "/tmp/127.0.0.1" }, false],
  [{ transport: "vsock", cid: 1, port: 1 }, false],
];
for (const [address, expected] of ADDRESSES) {
  Deno.test(`isLoopback() is ${expected} for ${JSON.stringify(address)}`, () => {
    assert.equal(isLoopback(address), expected);
  });
}

Deno.test("everything that listens is in the table above, or at a Unix socket", async () => {
  const listens = /\bDeno\.(serve|listen\w*)\(|\bcreate(Secure)?Server\(/;
  const found = (await readSources("src")).filter(({ code }) => listens.test(code)).map(({ path }) => path);
  assert.deepEqual(found.sort(), [
    "src/core/platform/peer/serve.ts",
    "src/core/ways/tunnel.ts",
    "src/tray/instance/loopback.ts",
    "src/tray/instance/unix.ts",
  ]);
});
