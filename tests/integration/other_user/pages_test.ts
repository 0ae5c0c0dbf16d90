import assert from "node:assert/strict";
import { waitFor } from "../../desktop/harness/mod.ts";
import { call, sources } from "../../support/users/caller.ts";
import { ADA, EVE, isRoot, share } from "../../support/users/mod.ts";

interface Victim {
  readonly port: number;
  readonly token: string;
  readonly page: string;
  readonly cookie: string;
}

/** Requests by which a user who knows all secrets of another user's window would take it over. */
const REQUESTS: Readonly<Record<string, (victim: Victim) => string>> = {
  "the one-time address": ({ port, token }) => `GET ${token} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`,
  "the page with its cookie": ({ port, page, cookie }) =>
    `GET ${page} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n\r\n`,
  "the socket with its cookie": ({ port, page, cookie }) =>
    `GET ${page}socket HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\norigin: http://127.0.0.1:${port}\r\n` +
    "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
  "an upload with its cookie": ({ port, page, cookie }) =>
    `POST ${page}upload?name=a HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\norigin: http://127.0.0.1:${port}\r\n` +
    "content-type: application/octet-stream\r\ncontent-length: 4\r\n\r\n1234",
};

/** The page server's answers to its own user. */
const OWN: Readonly<Record<string, RegExp>> = {
  "the one-time address": / 303 /,
  "the page with its cookie": / 200 /,
  "the socket with its cookie": / 101 /,
  "an upload with its cookie": / 200 /,
};

Deno.test("servePages() gives another user of the machine nothing, whatever they know and from where they call", async (t) => {
  const program = await share(new URL("victim.ts", import.meta.url));
  const running = program.start(ADA);
  const lines = () => running.output().split("\n").filter((line) => line.startsWith("{"));
  let asked = 1;
  const reached = async (): Promise<{ uploads: number; commands: number }> => {
    await running.send("");
    asked++;
    return JSON.parse(await waitFor("what reached it", () => lines()[asked - 1]));
  };
  try {
    const victim: Victim = JSON.parse(await waitFor("the page server", () => lines()[0], 60_000));
    for (const [what, request] of Object.entries(REQUESTS)) {
      for (const source of sources()) {
        // Without root the test has only one user, who is refused everywhere except at 127.0.0.1.
        if (!isRoot && source === "127.0.0.1") continue;
        await t.step(`${what}, from ${source}`, async () => {
          assert.match(await call(EVE, source, victim.port, request(victim)), /^HTTP\/1\.1 403 /);
        });
      }
    }
    await t.step("an upload over a connection that is closed before anyone looks", async () => {
      for (let i = 0; isRoot && i < 20; i++) {
        await call(EVE, "127.0.0.1", victim.port, REQUESTS["an upload with its cookie"]!(victim), "close");
      }
      assert.deepEqual(await reached(), { uploads: 0, commands: 0 });
    });
    await t.step("its own user from another address", async () => {
      for (const source of sources().slice(1)) {
        const answer = await call(ADA, source, victim.port, REQUESTS["the page with its cookie"]!(victim));
        assert.match(answer, /^HTTP\/1\.1 403 /);
      }
    });
    for (const [what, request] of Object.entries(REQUESTS)) {
      await t.step(`${what} still works for its own user`, async () => {
        assert.match(await call(ADA, "127.0.0.1", victim.port, request(victim)), OWN[what]!);
      });
    }
    await t.step("root, which forwards a tunnel, reaches the page", async () => {
      const answer = await call(
        undefined,
        "127.0.0.1",
        victim.port,
        REQUESTS["the page with its cookie"]!(victim),
      );
      assert.match(answer, / 200 /);
    });
    await t.step("the one-time address after its use", async () => {
      assert.match(
        await call(EVE, "127.0.0.1", victim.port, REQUESTS["the one-time address"]!(victim)),
        /^HTTP\/1\.1 403 /,
      );
    });
    assert.deepEqual(await reached(), { uploads: 1, commands: 0 });
  } finally {
    await running.kill();
    await program.remove();
  }
});
