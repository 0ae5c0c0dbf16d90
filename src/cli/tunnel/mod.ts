import type { Server } from "../../core/config/config.ts";
import { databaseOf, ENGINES, hostPort } from "../../core/sql/engines/mod.ts";
import { wayParts, wayText } from "../../core/ways/address.ts";
import { wayOf } from "../../core/ways/mod.ts";
import { openTunnel, type Tunnel } from "../../core/ways/tunnel.ts";
import { WayError } from "../../core/ways/way.ts";
import { wayWords } from "../../core/ways/words.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { configOf, say, serverOf } from "../query/server.ts";
import { onStopSignal } from "../signals.ts";

/** `--tunnel SERVER`: a port of this machine that leads to a server over its way, for other programs of the user. */
export async function run(args: Args): Promise<number> {
  const port = portOf(args.port);
  if (port === null) return say(`--port takes a number from 1 to 65535`, EXIT.usage);
  const config = configOf();
  const server = config && serverOf(args.operands[0]!, config);
  if (!server) return EXIT.usage;
  const { via } = server;
  if (via === undefined) {
    return say(
      `"${server.name}" is reached without a way`,
      EXIT.usage,
      `Programs connect to ${hostPort(server)} themselves; "via" in its entry of config.json names a way.`,
    );
  }
  const stop = new AbortController();
  const release = onStopSignal(() => stop.abort());
  const tell = (error: WayError) => {
    const { message, hint } = wayWords(via, server, error.code, error.message, error.hint);
    return say(
      `${ENGINES[server.engine].name} at ${hostPort(server)} was not reached: ${message}`,
      EXIT.failed,
      hint,
    );
  };
  let tunnel: Tunnel | null = null;
  try {
    tunnel = await openTunnel(wayOf(via), { host: server.host, port: server.port }, port, {
      onStep: (step) => void (args.json || console.error(step)),
      onFault: (error) => void (stop.signal.aborted || tell(error)),
      signal: stop.signal,
    });
    print(args, server, via, tunnel.port);
    await new Promise<void>((resolve) => {
      if (stop.signal.aborted) resolve();
      stop.signal.addEventListener("abort", () => resolve());
    });
    return EXIT.done;
  } catch (error) {
    if (stop.signal.aborted) return EXIT.stopped;
    if (error instanceof WayError) return tell(error);
    const { code } = error as { code?: unknown };
    if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
    return say(
      `port ${port} of 127.0.0.1 ${code === "EACCES" ? "is not yours to use" : "is taken"}`,
      EXIT.failed,
      "Name another one, or none: the system chooses one that is free.",
    );
  } finally {
    await tunnel?.close();
    release();
  }
}

/** 0: the system chooses; null: no port. */
function portOf(text: string | undefined): number | null {
  if (text === undefined) return 0;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}

function print(args: Args, server: Server, via: string, port: number): void {
  if (args.json) {
    console.log(JSON.stringify({ host: "127.0.0.1", port, via: wayParts(via) }));
    return;
  }
  console.log(
    `${server.name} is at 127.0.0.1:${port}, through ${wayText(via)}, until Ctrl+C:\n  ${
      clientLine(server, port)
    }`,
  );
}

/** The line of the server's own client, with the server's real name where the client checks a certificate for it. */
export function clientLine(server: Server, port: number): string {
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
      .map(shellWord).join(" ");
  }
  const parts = {
    host,
    hostaddr: "127.0.0.1",
    port: String(port),
    dbname: database ?? "",
    sslmode: verified ? "verify-full" : tls ? "require" : "",
    sslrootcert: verified ? caFile ?? "system" : "",
  };
  const told = Object.entries(parts).filter(([, value]) => value !== "")
    .map(([name, value]) =>
      `${name}=${/^[\w./:-]+$/.test(value) ? value : `'${value.replace(/[\\']/g, "\\$&")}'`}`
    );
  return `psql ${shellWord(told.join(" "))}`;
}

const shellWord = (text: string) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
