import type { Server } from "../../core/config/config.ts";
import { readConfigFile } from "../../core/config_file/read.ts";
import { kedgePaths } from "../../core/paths.ts";
import { clientLine } from "../../core/sql/client_line.ts";
import { ENGINES, hostPort } from "../../core/sql/engines/mod.ts";
import { goWay } from "../../core/sql/go_way.ts";
import { wayParts, wayText } from "../../core/ways/address.ts";
import { wayOf } from "../../core/ways/mod.ts";
import { openTunnel, type Tunnel } from "../../core/ways/tunnel.ts";
import { FOR_ALL_WAYS, WayError } from "../../core/ways/way.ts";
import { wayWords } from "../../core/ways/words.ts";
import { oneLine } from "../../core/text/outside.ts";
import { lazyImport } from "../../core/lazy_import.ts";
import { reporting, tell } from "../accounts/reporting.ts";
import { parseDatabase } from "../accounts/target.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { configOf, serverOf } from "../query/server.ts";
import { onStopSignal, untilAborted } from "../signals.ts";
import type { Tunnelled } from "./found.ts";

/**
 * `--tunnel SERVER|ACCOUNT/ROLE/DATABASE`: opens a port of this machine that leads to the server over its
 * way, for the user's other programs.
 */
export async function run(args: Args): Promise<number> {
  const port = portOf(args.port);
  if (port === null) return tell(args, "--port takes a number from 1 to 65535", undefined, EXIT.usage);
  const { servers } = readConfigFile(kedgePaths().config, { ownedByUser: true }).config;
  const found = parseDatabase(args.operands[0]!, servers);
  if (found === null && args.region !== undefined) {
    return tell(args, "--region is for ACCOUNT/ROLE/DATABASE", undefined, EXIT.usage);
  }
  return await reporting(args, async () => {
    const stop = new AbortController();
    const release = onStopSignal(() => stop.abort());
    try {
      const led = found === null ? configured(args) : await inAccount(args, found, stop.signal);
      if (typeof led === "number") return led;
      const { server, vias } = led;
      if (vias.length > 0) return await lead(args, led, port, stop.signal);
      return tell(
        args,
        `"${server.name}" is reached without a way`,
        `Programs connect to ${hostPort(server)} themselves${
          found === null ? `; "via" in its entry of config.json names a way.` : "."
        }`,
        EXIT.usage,
      );
    } catch (error) {
      if (stop.signal.aborted) return tell(args, "Stopped.", undefined, EXIT.stopped);
      throw error;
    } finally {
      release();
    }
  });
}

/** Returns a server of the configuration. Prints a fault and returns the exit status. */
function configured(args: Args): Tunnelled | number {
  const fail = (message: string, status: number, hint?: string) => tell(args, message, hint, status);
  const config = configOf(fail);
  if (!config) return EXIT.usage;
  const server = serverOf(args, config, fail);
  if (typeof server === "number") return server;
  return { server, vias: server.via === undefined ? [] : [server.via], hint: "" };
}

async function inAccount(
  args: Args,
  found: NonNullable<ReturnType<typeof parseDatabase>>,
  signal: AbortSignal,
): Promise<Tunnelled | number> {
  const { foundDatabase } = await lazyImport<typeof import("./found.ts")>("./found.ts", import.meta.url);
  return await foundDatabase(args, found, signal);
}

/** Opens a tunnel over the first way that works, and keeps it open until the user ends it. Returns the exit status. */
async function lead(
  args: Args,
  { server, vias, hint: lacks }: Tunnelled,
  port: number,
  signal: AbortSignal,
): Promise<number> {
  /**
   * Reports why a way did not work and returns the exit status. Only for the `last` way is the document of
   * `--json` printed.
   */
  const fault = (via: string, error: WayError, last = false) => {
    const { message, hint } = wayWords(via, server, error.code, error.message, error.hint);
    return tell(
      last ? args : { ...args, json: false },
      oneLine(`${ENGINES[server.engine].name} at ${hostPort(server)} was not reached: ${message}`),
      [hint, last ? lacks : ""].filter(Boolean).join("\n"),
      error.code === "WAY_TIMEOUT" ? EXIT.timeout : EXIT.failed,
    );
  };
  const onStep = (step: string) => void (args.json || console.error(step));
  for (const [tried, via] of vias.entries()) {
    let tunnel: Tunnel | null = null;
    try {
      // A session opens before it is known whether its end reaches the server.
      const unreached = vias.length > 1 ? await goWay(via, server, onStep, signal) : null;
      if (unreached) throw unreached;
      tunnel = await openTunnel(wayOf(via), { host: server.host, port: server.port }, port, {
        onStep,
        onFault: (error) => void (signal.aborted || fault(via, error)),
        signal,
      });
      print(args, server, via, tunnel.port);
      await untilAborted(signal);
      return EXIT.done;
    } catch (error) {
      if (signal.aborted) return tell(args, "Stopped.", undefined, EXIT.stopped);
      if (error instanceof WayError) {
        const last = tried + 1 === vias.length || FOR_ALL_WAYS.has(error.code);
        const status = fault(via, error, last);
        if (last) return status;
        continue;
      }
      const { code } = error as { code?: unknown };
      if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
      return tell(
        args,
        `port ${port} of 127.0.0.1 ${code === "EACCES" ? "is not yours to use" : "is taken"}`,
        "Name another one, or none: the system chooses one that is free.",
        EXIT.failed,
      );
    } finally {
      await tunnel?.close();
    }
  }
  return EXIT.failed;
}

/** Returns the port number; 0 when the system should choose one, null for an invalid port. */
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
