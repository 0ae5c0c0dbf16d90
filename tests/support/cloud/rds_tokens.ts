import { createHash, createHmac } from "node:crypto";
import { waitFor } from "../../desktop/harness/wait.ts";
import type { DatabaseServer } from "../servers/server.ts";

/**
 * Simulates the part of RDS that checks IAM tokens, and the services through which PostgreSQL (LDAP) and
 * MariaDB (PAM) ask it.
 */
export interface TokenCheck {
  readonly port: number;
  /** Users that were admitted, in order. */
  readonly accepted: readonly string[];
  /** Why other users were refused. */
  readonly refused: readonly string[];
  stop(): Promise<void>;
}

/** Values that a valid token was made with. */
interface TokenKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** `host:port` of the database. */
  readonly endpoint: string;
}

/** Returns why a user's token is invalid; null when its form, age and signature are valid by the published rules. */
export function tokenFault(token: string, user: string, keys: TokenKeys, now = Date.now()): string | null {
  const url = URL.parse(`https://${token}`);
  if (!url) return "no address";
  const of = (name: string) => url.searchParams.get(name) ?? "";
  if (!token.startsWith(`${keys.endpoint}/?`)) return `for ${url.host}`;
  if (of("Action") !== "connect" || of("DBUser") !== user) return `for ${of("DBUser")}`;
  const date = of("X-Amz-Date");
  const made = Date.parse(date.replace(/(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)/, "$1-$2-$3:$4:$5"));
  if (!(Math.abs(now - made) < Number(of("X-Amz-Expires")) * 1000)) return "too old";
  const scope = `${date.slice(0, 8)}/${keys.region}/rds-db/aws4_request`;
  if (of("X-Amz-Credential") !== `${keys.accessKeyId}/${scope}`) return "for other keys";
  const query = url.search.slice(1).split("&").filter((part) => !part.startsWith("X-Amz-Signature=")).sort()
    .join("&");
  const empty = createHash("sha256").update("").digest("hex");
  const canonical = ["GET", "/", query, `host:${keys.endpoint}`, "", "host", empty].join("\n");
  const text = ["AWS4-HMAC-SHA256", date, scope, createHash("sha256").update(canonical).digest("hex")].join(
    "\n",
  );
  const hmac = (key: string | Uint8Array, data: string) => createHmac("sha256", key).update(data).digest();
  const key = scope.split("/").reduce<string | Uint8Array>(hmac, `AWS4${keys.secretAccessKey}`);
  return hmac(key, text).toString("hex") === of("X-Amz-Signature") ? null : "a signature that is not right";
}

/**
 * Starts the check. PostgreSQL asks it by LDAP (RFC 4511): a simple bind with the user as `cn` and the token
 * as password. The program of {@link tokenProgram} sends two lines.
 */
export function startTokenCheck(keys: () => TokenKeys): TokenCheck {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepted: string[] = [], refused: string[] = [];
  const isGood = (token: string, user: string) => {
    const fault = tokenFault(token, user, keys());
    if (fault === null) accepted.push(user);
    else refused.push(fault);
    return fault === null;
  };
  const serve = async (connection: Deno.Conn) => {
    const buffer = new Uint8Array(1 << 16);
    let length = 0;
    for (let read; (read = await connection.read(buffer.subarray(length))) !== null;) {
      length += read;
      if (buffer[0] !== 0x30) {
        const [user, token, end] = new TextDecoder().decode(buffer.subarray(0, length)).split("\n");
        if (end === undefined) continue;
        await connection.write(new TextEncoder().encode(isGood(token!, user!) ? "good\n" : "bad\n"));
        break;
      }
      const bind = parseBind(buffer.subarray(0, length));
      if (bind === "more") continue;
      if (bind === null) break;
      length = 0;
      const user = /^cn=([^,]*)/.exec(bind.name)?.[1] ?? "";
      const code = isGood(bind.password, user) ? 0 : 49;
      await connection.write(
        new Uint8Array([0x30, 12, 0x02, 1, bind.id, 0x61, 7, 0x0a, 1, code, 0x04, 0, 0x04, 0]),
      );
    }
    connection.close();
  };
  const running = (async () => {
    for await (const connection of listener) void serve(connection).catch(() => {});
  })();
  return {
    port: (listener.addr as Deno.NetAddr).port,
    accepted,
    refused,
    async stop() {
      listener.close();
      await running;
    },
  };
}

/** Returns the program that PAM runs for a login with the user and the token; it asks the check at that port. */
export function tokenProgram(port: number): string {
  return `#!/bin/bash
# Stands for AWSAuthenticationPlugin of RDS: the token is checked by the test's own check of signatures.
token=$(tr -d '\\0')
exec 3<>/dev/tcp/127.0.0.1/${port} || exit 1
printf '%s\\n%s\\n' "$PAM_USER" "$token" >&3
read -r answer <&3
[ "$answer" = good ]
`;
}

/** Lets PostgreSQL admit a user by tokens that the check at that port accepts; all other users need passwords. */
export async function admitByTokens(postgres: DatabaseServer, user: string, port: number): Promise<void> {
  const file = (await postgres.sql("show hba_file")).trim();
  const rule = `hostssl all ${user} 127.0.0.1/32 ldap ldapserver=127.0.0.1 ldapport=${port} ` +
    `ldapprefix="cn=" ldapsuffix=",dc=rds"`;
  await postgres.sql(`create role ${user} login`);
  await postgres.sql(
    `copy (select unnest(array['${rule}', 'host all all all scram-sha-256', 'local all all scram-sha-256'])) to '${file}'`,
  );
  const loaded = () => postgres.sql("select pg_conf_load_time()");
  const before = await loaded();
  await postgres.sql("select pg_reload_conf()");
  await waitFor("the rules to count", async () => await loaded() !== before);
}

/** Reads a bind request; returns `more` while it is incomplete, null for any other data. */
function parseBind(bytes: Uint8Array): { id: number; name: string; password: string } | "more" | null {
  let at = 0;
  const header = () => {
    const tag = bytes[at++]!;
    let size = bytes[at++]!;
    if (size > 0x80) {
      const count = size - 0x80;
      size = 0;
      for (let i = 0; i < count; i++) size = size * 256 + bytes[at++]!;
    }
    return { tag, size };
  };
  if (bytes.length < 8) return "more";
  const { size } = header();
  if (bytes.length < at + size) return "more";
  header();
  const id = bytes[at++]!;
  if (header().tag !== 0x60) return null;
  const version = header().size;
  at += version;
  const text = () => {
    const { size } = header();
    const found = new TextDecoder().decode(bytes.subarray(at, at + size));
    at += size;
    return found;
  };
  return { id, name: text(), password: text() };
}
