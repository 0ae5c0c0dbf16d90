import { type Engine, ENGINES } from "./facts.ts";

/** A server as an address names it. What a password is never leaves the address. */
export interface PastedServer {
  readonly engine: Engine;
  readonly host: string;
  readonly port: number;
  readonly database?: string;
  readonly tls: boolean;
  /** The user that the address names, for the question about the login. */
  readonly user?: string;
}

const SCHEMES: Readonly<Record<string, Engine>> = {
  "postgres:": "postgres",
  "postgresql:": "postgres",
  "redshift:": "redshift",
  "mysql:": "mysql",
  "mysql2:": "mysql",
  "mariadb:": "mysql",
};

/** Ways in which addresses say that TLS is not wanted; anything else that is said wants it. */
const NO_TLS = /^(disable|disabled|allow|prefer|preferred|false|0|no)$/i;

/** Reads an address such as `postgres://ada:secret@db.example.com:5432/shop?sslmode=require`; null for any other text. */
export function pastedServer(text: string): PastedServer | null {
  const trimmed = text.trim();
  if (trimmed.length > 4000 || !/^[a-z0-9]+:\/\//i.test(trimmed)) return null;
  let url: URL;
  try {
    url = new URL(trimmed);
  } catch {
    return null;
  }
  const engine = SCHEMES[url.protocol];
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!engine || host === "") return null;
  const asked = ["sslmode", "ssl-mode", "ssl", "tls", "sslMode"].map((name) => url.searchParams.get(name))
    .find((value) => value !== null);
  const database = plain(url.pathname.slice(1));
  const user = plain(url.username);
  return {
    engine,
    host: plain(host),
    port: url.port === "" ? ENGINES[engine].port : Number(url.port),
    ...(database === "" ? {} : { database }),
    tls: asked !== undefined && !NO_TLS.test(asked),
    ...(user === "" ? {} : { user }),
  };
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
