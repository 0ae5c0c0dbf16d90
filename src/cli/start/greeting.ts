import { hostname } from "node:os";
import { z } from "zod";
import type { PersonsCall } from "../on_path.ts";

/** How long a printed address can be opened, ms: it may have to travel to another machine's browser first. */
export const PRINTED_LIFE_MS = 15 * 60_000;

/** A one-time address of the home page, and the port that it leads to. */
export interface PrintedAddress {
  readonly address: string;
  readonly port: number;
}

const printed = z.object({
  address: z.string().regex(/^http:\/\/127\.0\.0\.1:[\w:/?=&.~-]{1,500}$/),
  port: z.number().int(),
});

/** Reads what another Kedge says of its address; null for anything else. */
export function readAddress(message: unknown): PrintedAddress | null {
  return printed.safeParse(message).data ?? null;
}

/** The text on the terminal once Kedge runs on the desktop: where it is, how it is reached, and how it ends. */
export function runsWords(inTray: boolean, shortcut: string, { call, inFolder }: PersonsCall): string {
  const ways = [
    ...(inTray ? ["a click on the anchor in the tray"] : []),
    ...(shortcut === "" ? [] : [shortcut]),
  ];
  const opened = ways.length === 0 ? "" : ` To open it: ${ways.join(" or ")}.`;
  return `Kedge runs.${opened} Ctrl+C here quits it.\nFrom another terminal${
    inFolder ? " in this folder" : ""
  } it opens by: ${call} --toggle`;
}

/** The text on the terminal. In a session over SSH the browser is on another machine, which must reach the port. */
export function greeting({ address, port }: PrintedAddress, end: string): string {
  const forward = Deno.env.get("SSH_CONNECTION")
    ? `\nFor a browser on your own machine, first run there: ssh -N -L ${port}:127.0.0.1:${port} ${hostname()}`
    : "";
  return `Kedge is at ${address}\nThe address works once, within 15 minutes. ${end}${forward}`;
}
