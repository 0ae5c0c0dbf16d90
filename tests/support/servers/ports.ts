import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testCache } from "../cache.ts";

/** Range of ports to search, below the range that systems assign to outgoing connections. */
const FIRST_PORT = 20_000, PORTS = 12_000;
/** How long a server may take to listen at the port that was found for it, in ms. */
const CLAIMED = 120_000;

/** Returns the folder with the found ports; tests share it because they run side by side in separate processes. */
function notes(): string {
  const folder = testCache("ports");
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Records a port as found and removes outdated records. Returns false when another test has just found the port. */
export function claimPort(port: number, folder: string = notes(), now: number = Date.now()): boolean {
  for (const name of readdirSync(folder)) {
    try {
      const path = join(folder, name);
      if (Math.abs(now - statSync(path).mtimeMs) > CLAIMED) Deno.removeSync(path);
    } catch {
      // Another test was faster.
    }
  }
  try {
    writeFileSync(join(folder, `${port}`), "", { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "EEXIST") return false;
    throw error;
  }
}

/** Returns a free port that no other test and no outgoing connection gets meanwhile. */
export function freePort(): number {
  for (;;) {
    const port = FIRST_PORT + crypto.getRandomValues(new Uint32Array(1))[0]! % PORTS;
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
    } catch (error) {
      if (error instanceof Deno.errors.AddrInUse) continue;
      throw error;
    }
    if (claimPort(port)) return port;
  }
}
