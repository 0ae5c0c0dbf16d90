import { wide } from "../core/platform/wide.ts";

/** HWND_MESSAGE of winuser.h: parent of a window that is never visible and receives no broadcasts. */
const MESSAGE_ONLY = Deno.UnsafePointer.create(0xfffffffffffffffdn);

/** The functions of user32.dll that make and end a window that only receives messages. */
export const MESSAGE_WINDOW = {
  CreateWindowExW: {
    parameters: [
      ...["u32", "buffer", "buffer", "u32", "i32", "i32", "i32", "i32"] as const,
      ...["pointer", "pointer", "pointer", "pointer"] as const,
    ],
    result: "pointer",
  },
  DestroyWindow: { parameters: ["pointer"], result: "i32" },
} as const;

/** Makes a window that only receives messages; null when Windows refuses. */
export function messageWindow(
  user32: Deno.DynamicLibrary<typeof MESSAGE_WINDOW>["symbols"],
  title: string,
): Deno.PointerValue {
  return user32.CreateWindowExW(
    ...[0, wide("STATIC"), wide(title), 0, 0, 0, 0, 0] as const,
    ...[MESSAGE_ONLY, null, null, null] as const,
  );
}
