/**
 * Simulates servers beyond this machine. Runs in a separate network, where 192.0.2.7 is an address other than
 * loopback. Each server asks for the password in another way; prints what was sent to it and the answer.
 */
import { Buffer } from "node:buffer";
import { generateKeyPairSync } from "node:crypto";
import type { Server } from "../../../src/core/config/config.ts";
import { Secret } from "../../../src/core/secret.ts";
import { testConnection } from "../../../src/core/sql/mod.ts";
import { big, message, MY, packet } from "./parts.ts";

const ADDRESS = "192.0.2.7";
const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const key = publicKey.export({ type: "spki", format: "pem" }).toString();

const ask = (method: number, ...more: (string | number[])[]) => message("R", big(method, 4), ...more);
const other = (number: number, plugin: string) =>
  packet(number, [0xfe], `${plugin}\0`, "12345678901234567890\0");

/** Messages of each server, one line for each message that it receives. */
const ASKING: Readonly<
  Record<string, readonly [engine: Server["engine"], begins: boolean, lines: Buffer[]]>
> = {
  "PostgreSQL: password": ["postgres", false, [ask(3)]],
  "PostgreSQL: md5, then password": ["postgres", false, [ask(5, [1, 2, 3, 4]), ask(3)]],
  "MySQL: clear": ["mysql", true, [MY.greeting, other(2, "mysql_clear_password")]],
  "MySQL: native, then clear": ["mysql", true, [
    MY.greeting,
    other(2, "mysql_native_password"),
    other(4, "mysql_clear_password"),
  ]],
  "MySQL: sha256 with the server's key": ["mysql", true, [
    MY.greeting,
    other(2, "sha256_password"),
    packet(4, [1], key),
  ]],
  "MySQL: full caching_sha2 with the server's key": ["mysql", true, [
    MY.greeting,
    other(2, "caching_sha2_password"),
    packet(4, [1, 4]),
    packet(6, [1], key),
  ]],
};

async function one(
  name: string,
  more: Partial<Server>,
): Promise<{ name: string; kind: string; hint: string; heard: string; bytes: number[] }> {
  const [engine, begins, lines] = ASKING[name]!;
  const listener = Deno.listen({ hostname: ADDRESS, port: 0 });
  const heard: Buffer[] = [];
  const serving = (async () => {
    const connection = await listener.accept();
    let at = 0;
    const into = new Uint8Array(65_536);
    if (begins) await connection.write(lines[at++]!);
    for (let read = await connection.read(into); read !== null; read = await connection.read(into)) {
      heard.push(Buffer.from(into.slice(0, read)));
      const line = lines[at++];
      if (line) await connection.write(line);
      else break;
    }
    connection.close();
  })().catch(() => {});
  const port = (listener.addr as Deno.NetAddr).port;
  const result = await testConnection(
    { name: "far", engine, host: ADDRESS, port, tls: false, ...more },
    { user: "ada", password: new Secret("planted-password") },
  );
  await serving;
  listener.close();
  return {
    name,
    kind: result.ok ? "ok" : result.kind,
    hint: result.ok ? "" : result.hint,
    heard: Buffer.concat(heard).toString("latin1"),
    bytes: heard.map(({ length }) => length),
  };
}

const told = [];
for (const name of Object.keys(ASKING)) {
  told.push({ allowed: false, ...await one(name, {}) });
  told.push({ allowed: true, ...await one(name, { allowCleartextPassword: true }) });
}
console.log(JSON.stringify(told));
