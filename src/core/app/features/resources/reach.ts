/**
 * Returns null when an address accepts connections, else the reason. Waits at most `limit` ms, because some
 * networks drop packets without an answer.
 */
export async function reachable(
  host: string,
  port: number,
  limit: number,
  signal: AbortSignal,
): Promise<"silent" | "refused" | "unknown" | null> {
  const stop = AbortSignal.any([signal, AbortSignal.timeout(limit)]);
  const connecting = Deno.connect({ hostname: host, port });
  const ended = Promise.withResolvers<"silent">();
  const end = () => ended.resolve("silent");
  stop.addEventListener("abort", end, { once: true });
  if (stop.aborted) end();
  try {
    return await Promise.race([
      connecting.then((connection) => (connection.close(), null), reasonOf),
      ended.promise,
    ]);
  } finally {
    stop.removeEventListener("abort", end);
  }
}

function reasonOf(error: unknown): "silent" | "refused" | "unknown" {
  if (error instanceof Deno.errors.ConnectionRefused) return "refused";
  return /lookup|dns|name or service|no address/i.test(String(error)) ? "unknown" : "silent";
}
