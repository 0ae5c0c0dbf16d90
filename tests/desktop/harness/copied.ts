import type { Desktop } from "./desktop.ts";

/** Returns what any program reads from the clipboard; empty when the clipboard has no owner. */
export async function copied(desktop: Pick<Desktop, "run">, target = "UTF8_STRING"): Promise<string> {
  const command = ["/usr/bin/xclip", "-selection", "clipboard", "-o", "-target", target];
  const text = await desktop.run(...command).catch(() => "");
  // While the owner changes, UTF8_STRING is refused and xclip asks for STRING, which GTK ends with
  // a zero byte.
  return text.replace(/\0$/, "");
}
