import { statSync } from "node:fs";
import { ENGINES } from "../engines/mod.ts";
import type { Target } from "./connection.ts";

/** Names of a server's Unix socket within a folder, the usual one first. */
const NAMES = {
  postgres: (port: number) => [`.s.PGSQL.${port}`],
  mysql: () => ["mysqld.sock", "mysql.sock"],
  trino: () => [""],
  insights: () => [""],
} as const;

/**
 * Returns the Unix socket that a host names: the host itself, or the socket in that folder. Undefined when
 * the host is not a path.
 */
export function socketOf(
  { host, port, engine }: Pick<Target, "host" | "port" | "engine">,
): string | undefined {
  if (!host.startsWith("/")) return undefined;
  if (!isKind(host, "folder")) return host;
  const paths = NAMES[ENGINES[engine].protocol](port).map((name) => `${host.replace(/\/+$/, "")}/${name}`);
  return paths.find((path) => isKind(path, "socket")) ?? paths[0]!;
}

function isKind(path: string, kind: "folder" | "socket"): boolean {
  try {
    const found = statSync(path);
    return kind === "folder" ? found.isDirectory() : found.isSocket();
  } catch {
    return false;
  }
}
