import { readlinkSync } from "node:fs";
import { basename } from "node:path";
import { ancestorsOf } from "./process_tree/linux.ts";

/** Programs that only pass on what another one opens, or that start programs for everybody. */
const PASSING =
  /^(?:(?:ba|da|z|k|fi)?sh|busybox|xdg-open|gio|gio-launch-desktop|kde-open\d*|kioclient\d*|exo-open|gvfs-open|mimeopen|perl|env|deno|kedge|systemd|init)$/;

/**
 * Returns the name of the program that opened the link or file: the nearest one above this process that does
 * more than pass it on. Returns undefined when there is none, and on systems other than Linux. Only show the
 * name: any program of the user can call itself anything.
 */
export function openerName(): string | undefined {
  if (Deno.build.os !== "linux") return undefined;
  for (const pid of ancestorsOf(Deno.pid)) {
    try {
      const name = basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, "");
      if (!PASSING.test(name)) return name;
    } catch {
      return undefined;
    }
  }
  return undefined;
}
