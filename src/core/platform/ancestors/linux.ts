import type { LookedProcess } from "./looked.ts";

/** The parent in `/proc/PID/stat`. The name before it stands in parentheses and may hold anything. */
function parentIn(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) || 0;
}

const decoder = new TextDecoder();

/** The texts of a file of `/proc` that ends each with a zero; none where it may not be read. */
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

/** Looks at a process by what the kernel shows in `/proc`; null when there is none. */
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
