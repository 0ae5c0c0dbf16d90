import type { RowDataPacket } from "mysql2/promise";
import type { Dial } from "./dial.ts";

/** Connects to MySQL or MariaDB, reads what it is, and says goodbye. */
export const dialMysql: Dial = async ({ server, user, password, database, wire, over }) => {
  const { createConnection } = await import("mysql2/promise");
  over.addEventListener("abort", () => wire.socket.destroy());
  const connection = await createConnection({
    host: server.host,
    port: server.port,
    user,
    password: password.open(),
    ...(database === undefined ? {} : { database }),
    // Encrypted, not verified: the specification's meaning of `tls`.
    ...(server.tls ? { ssl: { rejectUnauthorized: false } } : {}),
    stream: () => wire.socket.connect(server.port, server.host),
  });
  connection.on("error", () => {});
  try {
    const [rows] = await connection.query<RowDataPacket[]>("select version() as version, database() as name");
    const { version, name } = rows[0] as { version: string; name: string | null };
    return `${product(version)} · ${name === null ? "no database" : `database ${name}`}`;
  } finally {
    connection.end().catch(() => {});
  }
};

/** The product and its version out of `version()`. */
export function product(version: string): string {
  const number = /[\d.]+\d/.exec(version)?.[0] ?? version.slice(0, 40);
  return `${/mariadb/i.test(version) ? "MariaDB" : "MySQL"} ${number}`;
}
