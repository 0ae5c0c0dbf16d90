import assert from "node:assert/strict";
import { inOwnNetwork } from "../../support/servers/network.ts";

interface Told {
  readonly name: string;
  readonly allowed: boolean;
  readonly kind: string;
  readonly hint: string;
  /** The bytes sent to the server. */
  readonly heard: string;
  readonly bytes: readonly number[];
}

/** Length of a password encrypted with a key of 2048 bits, including the packet's header. */
const SEALED = 260;

Deno.test("a password itself goes to no server beyond this machine without TLS, however it asks", async (t) => {
  const script = new URL("../../support/sql/beyond.ts", import.meta.url);
  const all = JSON.parse(await inOwnNetwork(script)) as Told[];
  assert.equal(all.length, 12);
  for (const { name, allowed, kind, hint, heard, bytes } of all) {
    await t.step(`${name}, ${allowed ? "allowed" : "not allowed"}`, () => {
      const sent = heard.includes("planted-password") || bytes.includes(SEALED);
      assert.equal(sent, allowed, `${kind}: ${bytes}`);
      if (allowed) return;
      assert.equal(kind, "cleartext");
      assert.match(hint, /Set "tls": true .*"allowCleartextPassword": true/);
      assert.equal(hint.includes("serverPublicKeyFile"), name.startsWith("MySQL"));
    });
  }
});
