/** Sends a request exactly as given; `fetch` would set `Host` and normalise paths. */
export async function raw(
  port: number,
  { path, method = "GET", headers = {} }: { path: string; method?: string; headers?: Record<string, string> },
): Promise<{ status: number; headers: Headers; body: string }> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const all = { host: `127.0.0.1:${port}`, connection: "close", ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  await connection.write(new TextEncoder().encode(`${method} ${path} HTTP/1.1\r\n${head}\r\n`));
  const text = await readAnswer(connection);
  const [top = "", ...body] = text.split("\r\n\r\n");
  const [status = "", ...lines] = top.split("\r\n");
  return {
    status: Number(status.split(" ")[1]),
    headers: new Headers(lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    })),
    body: body.join("\r\n\r\n"),
  };
}

/** Reads until the answer is complete or the other side closes; fails after half a minute. */
async function readAnswer(connection: Deno.Conn): Promise<string> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65536);
  let text = "";
  const timer = setTimeout(() => connection.close(), 30_000);
  try {
    for (let size; (size = await connection.read(buffer)) !== null;) {
      text += decoder.decode(buffer.subarray(0, size), { stream: true });
      const head = text.indexOf("\r\n\r\n");
      const length = /^content-length: (\d+)/im.exec(text.slice(0, head))?.[1];
      if (head >= 0 && length !== undefined && text.length - head - 4 >= Number(length)) return text;
    }
    return text;
  } finally {
    clearTimeout(timer);
  }
}
