import { join } from "node:path";
import { testFolder } from "../folder.ts";
import { ELSEWHERE } from "../systems.ts";
import type { DatabaseServer } from "./server.ts";

/** The servers that are to be had there. */
export type Kind = "postgres" | "mariadb" | "moto" | "browser";

/** What is told of a server that was started; of moto and a browser its address alone. */
export interface Started {
  readonly id: number;
  readonly url?: string;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** The text of its certificate. */
  readonly certificate: string;
}

/** What can be asked of a server that was started. */
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

/** Starts a database server on the other system; null where none is named, and the server is started here. */
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

/** The same for moto. */
export async function motoElsewhere(): Promise<{ url: string; stop(): Promise<void> } | null> {
  const address = Deno.env.get(ELSEWHERE);
  if (address === undefined) return null;
  const { id, url } = await ask<Started>(address, "start", { kind: "moto" });
  return { url: url!, stop: () => ask(address, "call", { id, what: "stop" }) };
}

/** The same for a browser; it has ended, and its profile is gone, once `end` settles. */
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
