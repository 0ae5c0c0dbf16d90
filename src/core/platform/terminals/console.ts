import type { CommandLine } from "../system.ts";
import { wide } from "../wide.ts";
import { windowsLine } from "../windows.ts";

/** CREATE_NEW_CONSOLE and CREATE_UNICODE_ENVIRONMENT */
const NEW_CONSOLE = 0x10, UNICODE = 0x400;
/** Bytes of a STARTUPINFOW. */
const STARTUP = 104;

const open = () =>
  Deno.dlopen("kernel32.dll", {
    CreateProcessW: {
      parameters: [
        ...["buffer", "buffer", "pointer", "pointer", "i32", "u32"] as const,
        ...["buffer", "buffer", "buffer", "buffer"] as const,
      ],
      result: "i32",
    },
    CloseHandle: { parameters: ["usize"], result: "i32" },
  }).symbols;
let library: ReturnType<typeof open> | undefined;

/**
 * Starts a console program on Windows, which opens a window for it. Returns false when the program does not
 * start. `Deno.Command` would give the program streams of its own, which it would use in place of the window.
 * `kernel` is replaced in tests.
 */
export function startInConsole(
  command: CommandLine,
  { env, cwd }: { readonly env: Readonly<Record<string, string>>; readonly cwd?: string },
  kernel: ReturnType<typeof open> = library ??= open(),
): boolean {
  // All other fields stay empty; those are the streams, the title and the place.
  const startup = new Uint32Array(STARTUP / 4);
  startup[0] = STARTUP;
  // Handles of the process and of its thread, and their numbers.
  const started = new BigUint64Array(3);
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}\0`).join("");
  const done = kernel.CreateProcessW(
    wide(command[0]),
    wide(windowsLine(command)),
    null,
    null,
    0,
    NEW_CONSOLE | UNICODE,
    wide(variables),
    cwd === undefined ? null : wide(cwd),
    new Uint8Array(startup.buffer),
    new Uint8Array(started.buffer),
  );
  if (done === 0) return false;
  for (const handle of started.subarray(0, 2)) kernel.CloseHandle(handle);
  return true;
}
