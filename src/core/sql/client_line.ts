import type { Server } from "../config/config.ts";
import { shellWord } from "../platform/shell_word.ts";
import { databaseOf, ENGINES } from "./engines/mod.ts";

/**
 * Returns the command line that starts the server's own client (`psql` or `mariadb`) at a port of 127.0.0.1.
 * psql also gets the server's real host name, because it checks the certificate against that name.
 */
export function clientLine(server: Server, port: number, windows?: boolean): string {
  const { engine, host, tls, tlsVerify, caFile } = server;
  const database = databaseOf(server);
  const verified = tls && (caFile !== undefined || tlsVerify === true);
  if (ENGINES[engine].protocol === "mysql") {
    return [
      "mariadb",
      "--host=127.0.0.1",
      `--port=${port}`,
      ...(tls ? ["--ssl"] : []),
      ...(database ? [database] : []),
    ]
      .map((word) => shellWord(word, windows)).join(" ");
  }
  const parts = {
    host,
    hostaddr: "127.0.0.1",
    port: String(port),
    dbname: database ?? "",
    sslmode: verified ? "verify-full" : tls ? "require" : "",
    sslrootcert: verified ? caFile ?? "system" : "",
  };
  const entries = Object.entries(parts).filter(([, value]) => value !== "")
    .map(([name, value]) =>
      `${name}=${/^[\w./:-]+$/.test(value) ? value : `'${value.replace(/[\\']/g, "\\$&")}'`}`
    );
  return `psql ${shellWord(entries.join(" "), windows)}`;
}
