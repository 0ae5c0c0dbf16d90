import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { exec } from "../../support/servers/server.ts";

interface Told {
  readonly name: string;
  readonly allowed: boolean;
  readonly kind: string;
  readonly hint: string;
  /** What the server was sent. */
  readonly heard: string;
  readonly bytes: readonly number[];
}

/** Bytes of a password that is sealed with a key of 2048 bits, and of its packet. */
const SEALED = 260;

Deno.test("a password itself goes to no server beyond this machine without TLS, however it asks", async (t) => {
  const script = fileURLToPath(new URL("../../support/sql/beyond.ts", import.meta.url));
  const network = 'ip link set lo up && ip addr add 192.0.2.7/32 dev lo && exec "$@"';
  const output = await exec([
    ...["unshare", "--net", "/bin/sh", "-c", network, "sh"],
    ...[Deno.execPath(), "run", "-A", "--no-check", script],
  ]);
  const all = JSON.parse(output) as Told[];
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
