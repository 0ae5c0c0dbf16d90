import { statSync } from "node:fs";
import { ENGINES } from "../engines/mod.ts";
import type { Target } from "./connection.ts";

/** What servers call their sockets in a folder, the usual name first. */
const NAMES = {
  postgres: (port: number) => [`.s.PGSQL.${port}`],
  mysql: () => ["mysqld.sock", "mysql.sock"],
  trino: () => [""],
  insights: () => [""],
} as const;

/** The Unix socket that a host names: itself, or the one in its folder. Undefined for a host of the network. */
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
