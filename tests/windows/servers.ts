import * as z from "zod";
import { launchBrowser, type Wanted } from "../support/browser/browser.ts";
import type { Call, Kind, Started } from "../support/servers/elsewhere.ts";
import { startMariadb } from "../support/servers/mariadb.ts";
import { startMoto } from "../support/servers/moto.ts";
import { startPostgres } from "../support/servers/postgres.ts";
import type { DatabaseServer } from "../support/servers/server.ts";
import { interruptIn, runProgram } from "./programs.ts";

/** A server that was started for tests on the other system. */
interface Running {
  readonly told: Omit<Started, "id">;
  readonly database?: DatabaseServer;
  stop(): Promise<void>;
}

const start = z.object({
  kind: z.enum(["postgres", "mariadb", "moto", "browser"]),
  options: z.unknown().optional(),
});
const call = z.object({
  id: z.number(),
  what: z.enum(["sql", "pause", "resume", "stop"]),
  statements: z.string().optional(),
  database: z.string().optional(),
});

const NOBODY = { host: "", port: 0, user: "", password: "", certificate: "" };

async function started(kind: Kind, options: unknown): Promise<Running> {
  if (kind === "browser") {
    const { address, end } = await launchBrowser(options as Wanted);
    return { told: { ...NOBODY, url: address }, stop: end };
  }
  if (kind === "moto") {
    const moto = await startMoto();
    return { told: { ...NOBODY, url: moto.url }, stop: moto.stop };
  }
  const database = await (kind === "postgres" ? startPostgres : startMariadb)(options ?? {});
  const { host, port, user, password } = database;
  const certificate = await Deno.readTextFile(database.certificate);
  return { told: { host, port, user, password, certificate }, database, stop: database.stop };
}

async function called({ database, stop }: Running, { what, statements, database: name }: Call) {
  if (what === "stop") await stop();
  else if (what === "sql") return await database!.sql(statements ?? "", name);
  else await database![what]();
  return "";
}

/**
 * Starts servers of this machine for tests that run where they cannot be started, such as in Wine.
 * It listens on a free port of 127.0.0.1 until it is closed, and then ends everything that it
 * started. It also runs programs for tests on the system with that drive, which is a folder here.
 * Its address is secret.
 */
export function serveServers(drive: string): { readonly address: string; close(): Promise<void> } {
  const all = new Map<number, Running>();
  let last = 0;
  const secret = `/${crypto.randomUUID()}`;
  const answer = async (request: Request): Promise<unknown> => {
    const body: unknown = await request.json();
    const path = new URL(request.url).pathname;
    if (!path.startsWith(secret)) throw new Error("no such address");
    if (path === `${secret}/run`) return await runProgram(drive, body);
    if (path === `${secret}/interrupt`) return interruptIn(body);
    if (path === `${secret}/start`) {
      const { kind, options } = start.parse(body);
      const server = await started(kind, options);
      all.set(++last, server);
      return { id: last, ...server.told };
    }
    const asked = call.parse(body) as Call;
    const server = all.get(asked.id);
    if (!server) throw new Error(`no server ${asked.id} is running`);
    if (asked.what === "stop") all.delete(asked.id);
    return { said: await called(server, asked) };
  };
  const listener = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    try {
      return Response.json(await answer(request));
    } catch (error) {
      return new Response((error as Error).message, { status: 500 });
    }
  });
  return {
    address: `http://127.0.0.1:${listener.addr.port}${secret}`,
    async close() {
      await listener.shutdown();
      for (const server of all.values()) await server.stop();
    },
  };
}
