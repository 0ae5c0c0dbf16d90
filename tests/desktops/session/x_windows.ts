import { run } from "../../desktop/harness/process.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import type { Area, Beginning, ShellWindow } from "./session.ts";

/** Waits until a window manager runs on this X server. */
export async function windowManager({ env }: Beginning): Promise<void> {
  await waitFor(
    "the window manager",
    async () => /window id/.test(await run(["/usr/bin/xprop", "-root", "_NET_SUPPORTING_WM_CHECK"], env)),
  );
}

/**
 * Returns the window manager's list of windows, with the instance name that identifies each
 * program.
 */
export async function windowsOfX(env: Record<string, string>): Promise<ShellWindow[]> {
  const property = async (of: readonly string[], name: string) =>
    (await run(["/usr/bin/xprop", ...of, name], env)).split(/[=#]/).slice(1).join("=").trim();
  const root = ["-root"];
  const ids = (await property(root, "_NET_CLIENT_LIST")).split(/,\s*/).filter((id) => id.startsWith("0x"));
  // Xfce reports a second value, which is no window.
  const active = parseInt(await property(root, "_NET_ACTIVE_WINDOW"));
  const unquoted = (text: string) => text.split(", ").at(-1)!.replace(/^"|"$/g, "");
  return await Promise.all(ids.map(async (id) => ({
    title: unquoted(await property(["-id", id], "_NET_WM_NAME")),
    program: unquoted((await property(["-id", id], "WM_CLASS")).split(", ")[0]!),
    focused: Number(id) === active,
    grip: gripOf(await areaOfX(env, id)),
  })));
}

/** Returns the position at which a window with a title bar is dragged. */
export function gripOf({ x, y, width }: Area): readonly [x: number, y: number] {
  return [x + width / 2, y + 14];
}

/** Returns the position and size of a window, without its frame. */
async function areaOfX(env: Record<string, string>, id: string): Promise<Area> {
  const said = await run(["/usr/bin/xwininfo", "-id", id], env);
  const number = (name: string) => Number(new RegExp(`${name}:\\s+(-?\\d+)`).exec(said)?.[1] ?? NaN);
  return {
    x: number("Absolute upper-left X"),
    y: number("Absolute upper-left Y"),
    width: number("Width"),
    height: number("Height"),
  };
}
