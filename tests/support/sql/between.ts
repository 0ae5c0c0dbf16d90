/**
 * Puts an attacker between Kedge and real servers, who decrypts the connections of both. Runs in a separate
 * network, where 192.0.2.7 is an address other than loopback. Prints what Kedge sent and reported in each
 * case.
 */
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ReachedServer } from "../../../src/core/sql/found.ts";
import { openServer } from "../../../src/core/sql/open.ts";
import { tlsWords } from "../../../src/core/sql/engines/mod.ts";
import { Secret } from "../../../src/core/secret.ts";
import { makeAuthority } from "../servers/certificates.ts";
import { startMariadb } from "../servers/mariadb.ts";
import { startPostgres } from "../servers/postgres.ts";
import { exec } from "../servers/server.ts";
import { CASES, type Middle, type Told } from "./between_cases.ts";

const ADDRESS = "192.0.2.7";
const SCRIPT = fileURLToPath(new URL("../../scripts/middle.py", import.meta.url));

/** Starts the attacker as a process; `end` returns what it read. */
export async function startMiddle(parts: Record<string, unknown>): Promise<{
  port: number;
  end(): Promise<{ before: string; inside: string; trouble: string }>;
}> {
  const child = new Deno.Command("/usr/bin/python3", {
    args: [SCRIPT, JSON.stringify(parts)],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader.read()).value ?? "";
  const port = Number(text);
  return {
    port,
    async end() {
      await child.stdin.close();
      text = "";
      for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value;
      return JSON.parse(text);
    },
  };
}

async function main(): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-middle-" });
  const known = await makeAuthority(), unknown = await makeAuthority();
  const [key, trusted] = [join(folder, "key.pem"), join(folder, "trusted.pem")];
  await exec(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key]);
  await Deno.writeTextFile(trusted, known.certificate);
  Deno.env.set("KEDGE_DATABASE_CA", trusted);
  const names = `IP:${ADDRESS}`;
  const made: Record<Exclude<Middle["certificate"], undefined>, string> = {
    good: await known.issue(key, { names }),
    "of another name": await known.issue(key, { names: "DNS:other.example" }),
    expired: await known.issue(key, { names, to: "20210101" }),
    "of an unknown authority": await unknown.issue(key, { names }),
    "of its own": await exec([
      ...["openssl", "req", "-x509", "-key", key, "-subj", "/CN=own", "-addext", `subjectAltName=${names}`],
    ]),
  };
  const told: Told[] = [];
  for (const [engine, start] of [["postgres", startPostgres], ["mysql", startMariadb]] as const) {
    const real = await start();
    try {
      for (const one of CASES.filter(({ engines }) => engines.includes(engine))) {
        const { certificate, ...middle } = one.middle;
        const file = join(folder, "certificate.pem");
        if (certificate) await Deno.writeTextFile(file, made[certificate]);
        const between = await startMiddle({
          ...{ listen: ADDRESS, server: real.port, speaks: engine, tls: one.server.tls },
          ...(certificate ? { certificate: file, key } : {}),
          ...middle,
        });
        const { ca, ...parts } = one.server;
        const server: ReachedServer = {
          ...{ name: "far", engine, host: ADDRESS, port: between.port },
          ...parts,
          ...(ca ? { caFile: trusted } : {}),
        };
        const opened = await openServer(server, { user: real.user, password: new Secret(real.password) });
        if (opened.ok) await opened.connection.close();
        const { before, inside, trouble } = await between.end();
        const sent = before + inside;
        told.push({
          name: one.name,
          engine,
          kind: opened.ok ? "ok" : opened.kind,
          words: opened.ok ? tlsWords(server) : `${opened.message} ${opened.hint}`,
          user: sent.includes(real.user),
          password: sent.includes(real.password),
          inside: inside.length,
          trouble: Buffer.from(trouble).toString(),
        });
      }
    } finally {
      await real.stop();
    }
  }
  await Promise.all([known.close(), unknown.close(), Deno.remove(folder, { recursive: true })]);
  console.log(JSON.stringify(told));
}

if (import.meta.main) await main();
