import { hostname } from "node:os";
import * as z from "zod";
import type { PersonsCall } from "../on_path.ts";

/**
 * How long a printed address can be opened, in ms. The user may first have to copy it to a browser on another
 * machine.
 */
export const PRINTED_LIFE_MS = 15 * 60_000;

/** A one-time address of the home page, and its port. */
export interface PrintedAddress {
  readonly address: string;
  readonly port: number;
}

const printed = z.object({
  address: z.string().regex(/^http:\/\/127\.0\.0\.1:[\w:/?=&.~-]{1,500}$/),
  port: z.number().int(),
});

/** Reads the address that another Kedge sent; null when the message is invalid. */
export function readAddress(message: unknown): PrintedAddress | null {
  return printed.safeParse(message).data ?? null;
}

/** Returns the text for the terminal when Kedge runs on the desktop: how to open it and how to end it. */
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

/**
 * Returns the text for the terminal with an address. In an SSH session the browser is on another machine,
 * which must reach the port.
 */
export function greeting({ address, port }: PrintedAddress, end: string): string {
  const forward = Deno.env.get("SSH_CONNECTION")
    ? `\nFor a browser on your own machine, first run there: ssh -N -L ${port}:127.0.0.1:${port} ${hostname()}`
    : "";
  return `Kedge is at ${address}\nThe address works once, within 15 minutes. ${end}${forward}`;
}
