import { join } from "node:path";
import { testFolder } from "../folder.ts";
import { ELSEWHERE } from "../systems.ts";
import type { DatabaseServer } from "./server.ts";

/** Kinds of servers that the other system can start. */
export type Kind = "postgres" | "mariadb" | "moto" | "browser";

/** Properties of a started server; moto and a browser have only an address. */
export interface Started {
  readonly id: number;
  readonly url?: string;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Text of the server's certificate. */
  readonly certificate: string;
}

/** A call to a started server. */
export interface Call {
  readonly id: number;
  readonly what: "sql" | "pause" | "resume" | "stop";
  readonly statements?: string;
  readonly database?: string;
}

async function ask<T>(address: string, path: "start" | "call" | "interrupt", body: unknown): Promise<T> {
  const response = await fetch(`${address}/${path}`, { method: "POST", body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text);
}

/** Starts a database server on the other system; null when no other system is named and the server starts here. */
export async function databaseElsewhere(kind: Kind, options: unknown): Promise<DatabaseServer | null> {
  const address = Deno.env.get(ELSEWHERE);
  if (address === undefined) return null;
  const { id, host, port, user, password, certificate } = await ask<Started>(address, "start", {
    kind,
    options,
  });
  const file = join(await testFolder(), "cert.pem");
  await Deno.writeTextFile(file, certificate);
  const call = async (what: Call["what"], more: Partial<Call> = {}) =>
    (await ask<{ said: string }>(address, "call", { id, what, ...more })).said;
  const plain = (what: Call["what"]) => () => call(what).then(() => {});
  return {
    ...{ host, port, user, password, certificate: file },
    sql: (statements, database) =>
      call("sql", { statements, ...(database === undefined ? {} : { database }) }),
    pause: plain("pause"),
    resume: plain("resume"),
    stop: plain("stop"),
  };
}

/** Starts moto on the other system; null when no other system is named. */
export async function motoElsewhere(): Promise<{ url: string; stop(): Promise<void> } | null> {
  const address = Deno.env.get(ELSEWHERE);
  if (address === undefined) return null;
  const { id, url } = await ask<Started>(address, "start", { kind: "moto" });
  return { url: url!, stop: () => ask(address, "call", { id, what: "stop" }) };
}

/**
 * Starts a browser on the other system; null when no other system is named. After `end` the browser has ended
 * and its profile is removed.
 */
export async function browserElsewhere(
  options: unknown,
): Promise<{ address: string; ended: Promise<void>; end(): Promise<void> } | null> {
  const at = Deno.env.get(ELSEWHERE);
  if (at === undefined) return null;
  const { id, url } = await ask<Started>(at, "start", { kind: "browser", options });
  return { address: url!, ended: Promise.resolve(), end: () => ask(at, "call", { id, what: "stop" }) };
}

/** Sends Ctrl+C to the programs that run in a folder. */
export async function interruptElsewhere(folder: string): Promise<void> {
  const address = Deno.env.get(ELSEWHERE);
  if (address === undefined) throw new Error("no other system is there to send Ctrl+C");
  await ask(address, "interrupt", { folder });
}
