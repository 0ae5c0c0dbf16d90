import { as } from "./mod.ts";

/** What a connection does after its request: read the answer, or close at once. */
type Then = "read" | "close";

/** Script for Debian's own Python, which can choose the source address of a connection. */
const SCRIPT = `
import socket, sys
source, port, then = sys.argv[1], int(sys.argv[2]), sys.argv[3]
request = sys.stdin.buffer.read()
connection = socket.create_connection(("127.0.0.1", port), 60, (source, 0))
connection.sendall(request)
if then == "read":
    print(connection.recv(65536).split(b"\\r\\n")[0].decode())
connection.close()
`;

/** Sends a request unchanged, as a user and from an address of this machine. Returns the first line of the answer. */
export async function call(
  user: number | undefined,
  source: string,
  port: number,
  request: string | Uint8Array<ArrayBuffer>,
  then: Then = "read",
): Promise<string> {
  const [program, ...args] = as(user, ["/usr/bin/python3", "-c", SCRIPT, source, String(port), then]);
  const child = new Deno.Command(program!, {
    args,
    cwd: "/",
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const input = child.stdin.getWriter();
  await input.write(typeof request === "string" ? new TextEncoder().encode(request) : request);
  await input.close();
  const { stdout, stderr, success } = await child.output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

/** Returns 127.0.0.1 and other addresses from which programs of this machine can call it. */
export function sources(): string[] {
  const own = Deno.networkInterfaces().filter(({ family, address }) =>
    family === "IPv4" && !address.startsWith("127.")
  );
  return ["127.0.0.1", "127.0.0.2", ...own.slice(0, 1).map(({ address }) => address)];
}
