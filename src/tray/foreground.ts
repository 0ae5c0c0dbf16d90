import { openedOnce } from "./windows/child/opened_once.ts";

/** The function of user32.dll that passes on the right to bring a window to the front. */
export const FOREGROUND = {
  AllowSetForegroundWindow: { parameters: ["u32"], result: "i32" },
} as const satisfies Deno.ForeignLibraryInterface;

type User32 = Deno.DynamicLibrary<typeof FOREGROUND>["symbols"];

/** ASFW_ANY of winuser.h: any process. */
const ANY_PROCESS = 0xffffffff;

const user32 = openedOnce("user32.dll", FOREGROUND);

/**
 * Lets the windows' process bring a window to the front until the user's next press. Windows gives that right
 * only to the process that got the last press or that was started by it. Does nothing without that right.
 */
export function passForegroundOn(library: User32): void {
  library.AllowSetForegroundWindow(ANY_PROCESS);
}

/** Passes on what a start by the user may do on Windows, before it asks the running Kedge for a window. */
export function passStartOn(open: (() => User32) | null = Deno.build.os === "windows" ? user32 : null): void {
  try {
    if (open) passForegroundOn(open());
  } catch {
    // Without user32.dll there is no window either.
  }
}
