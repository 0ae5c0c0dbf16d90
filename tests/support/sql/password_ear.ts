import { Buffer } from "node:buffer";
import { closeAll } from "../servers/tcp.ts";
import { big, message, MY, packet } from "./parts.ts";

/** Starts a server that asks every client for its password in clear text, and refuses all. */
interface PasswordEar {
  readonly port: number;
  /** Returns the last user and password since the previous call; null for none. */
  heard(): { readonly user: string; readonly password: string } | null;
  close(): void;
}

const OPENS: Readonly<
  Record<"postgres" | "mysql", (told: (user: string, password: string) => void) => Conversation>
> = {
  postgres(told) {
    let user = "";
    return (bytes) => {
      // A message without a type is the request for TLS or contains the user's name.
      if (bytes[0] === 0 && bytes.length === 8) return Buffer.from("N");
      if (bytes[0] === 0) {
        user = /user\0([^\0]*)\0/.exec(bytes.toString("utf8"))?.[1] ?? "";
        return message("R", big(3, 4));
      }
      if (bytes[0] === 0x70) told(user, bytes.toString("utf8", 5, bytes.length - 1));
      return null;
    };
  },
  mysql(told) {
    let user: string | undefined;
    return (bytes) => {
      if (user !== undefined) {
        told(user, bytes.toString("utf8", 4, bytes.length - 1));
        return null;
      }
      user = bytes.toString("utf8", 36, bytes.indexOf(0, 36));
      return packet(2, [0xfe], "mysql_clear_password\0", "12345678901234567890\0");
    };
  },
};

/** Returns the server's answer to received bytes; null to disconnect. */
type Conversation = (bytes: Buffer) => Buffer | null;

/** Starts the server on 127.0.0.1. */
export function passwordEar(protocol: "postgres" | "mysql"): PasswordEar {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open: Deno.Conn[] = [];
  let heard: { user: string; password: string } | null = null;
  const serve = async (client: Deno.Conn) => {
    const answer = OPENS[protocol]((user, password) => void (heard = { user, password }));
    if (protocol === "mysql") await client.write(MY.greeting);
    const into = new Uint8Array(65_536);
    for (let size = await client.read(into); size !== null; size = await client.read(into)) {
      const next = answer(Buffer.from(into.slice(0, size)));
      if (next === null) break;
      await client.write(next);
    }
    client.close();
  };
  (async () => {
    for await (const client of listener) {
      open.push(client);
      serve(client).catch(() => {});
    }
  })().catch(() => {});
  return {
    port: (listener.addr as Deno.NetAddr).port,
    heard() {
      const last = heard;
      heard = null;
      return last;
    },
    close: () => closeAll(listener, open),
  };
}
