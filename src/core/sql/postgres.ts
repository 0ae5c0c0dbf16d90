import type { Dial } from "./dial.ts";

/** Connects to PostgreSQL or Redshift, reads what it is, and says goodbye. */
export const dialPostgres: Dial = async ({ server, user, password, database, wire, over }) => {
  // @ts-types="@types/pg"
  const { default: pg } = await import("pg");
  const client = new pg.Client({
    host: server.host,
    port: server.port,
    user,
    password: password.open(),
    database,
    // Encrypted, not verified: the specification's meaning of `tls`.
    ssl: server.tls ? { rejectUnauthorized: false } : false,
    application_name: "kedge",
    stream: () => wire.socket,
  });
  // Without a listener a lost connection would end the process.
  client.on("error", () => {});
  over.addEventListener("abort", () => wire.socket.destroy());
  await client.connect();
  try {
    const { rows } = await client.query<[string, string]>({
      text: "select version(), current_database()",
      rowMode: "array",
    });
    const [version, name] = rows[0]!;
    return `${product(version)} · database ${name}`;
  } finally {
    client.end().catch(() => {});
  }
};

/** The product and its version out of `version()`. */
export function product(version: string): string {
  const redshift = /Redshift [\d.]+/.exec(version);
  return redshift?.[0] ?? /^\S+ [\d.]+\w*/.exec(version)?.[0] ?? version.slice(0, 60);
}
