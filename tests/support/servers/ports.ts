import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testCache } from "../cache.ts";

/** Where ports are looked for: below those that systems give to connections, which come and go all the time. */
const FIRST_PORT = 20_000, PORTS = 12_000;
/** A server may take so long until it listens at the port that was found for it, in ms. */
const HELD = 120_000;

/** Where tests note which ports they have found: they run side by side, in processes of their own. */
function notes(): string {
  const folder = testCache("ports");
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Notes a port as found; false when another test has found it just now. Notes of former runs go. */
export function claimPort(port: number, folder: string = notes(), now: number = Date.now()): boolean {
  for (const name of readdirSync(folder)) {
    try {
      const path = join(folder, name);
      if (Math.abs(now - statSync(path).mtimeMs) > HELD) Deno.removeSync(path);
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

/** A port that is free, and that nobody gets meanwhile: neither by chance nor from here. */
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
