import type { LookedProcess } from "./looked.ts";

/** Returns the parent from `/proc/PID/stat`. The process name before it is in parentheses and may contain anything. */
function parentIn(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) || 0;
}

const decoder = new TextDecoder();

/** Returns the zero-terminated texts of a file in `/proc`; none when it may not be read. */
function textsOf(path: string): string[] {
  try {
    return decoder.decode(Deno.readFileSync(path)).split("\0").filter((text) => text !== "");
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return Deno.readLinkSync(path).replace(/ \(deleted\)$/, "");
  } catch {
    return "";
  }
}

/** Reads a process from `/proc`; null when there is none. */
export function look(pid: number): LookedProcess | null {
  const at = `/proc/${pid}`;
  try {
    return {
      pid,
      parent: parentIn(decoder.decode(Deno.readFileSync(`${at}/stat`))),
      program: linkOf(`${at}/exe`),
      words: textsOf(`${at}/cmdline`).slice(0, 4),
      environment: textsOf(`${at}/environ`),
      folder: linkOf(`${at}/cwd`),
    };
  } catch {
    return null;
  }
}
