import { run } from "../../desktop/harness/process.ts";
import type { ShellWindow } from "./session.ts";

/** Asks the X server: every window that the window manager lists, with the class that names its program. */
export async function windowsOfX(env: Record<string, string>): Promise<ShellWindow[]> {
  const property = async (of: readonly string[], name: string) =>
    (await run(["/usr/bin/xprop", ...of, name], env)).split(/[=#]/).slice(1).join("=").trim();
  const root = ["-root"];
  const ids = (await property(root, "_NET_CLIENT_LIST")).split(/,\s*/).filter((id) => id.startsWith("0x"));
  // Xfce tells a second one, which is none.
  const active = parseInt(await property(root, "_NET_ACTIVE_WINDOW"));
  const unquoted = (text: string) => text.split(", ").at(-1)!.replace(/^"|"$/g, "");
  return await Promise.all(ids.map(async (id) => ({
    title: unquoted(await property(["-id", id], "_NET_WM_NAME")),
    program: unquoted(await property(["-id", id], "WM_CLASS")),
    focused: Number(id) === active,
  })));
}
