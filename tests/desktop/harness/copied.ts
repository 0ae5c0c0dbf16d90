import type { Desktop } from "./desktop.ts";

/** Returns what any program reads from the clipboard; empty when nobody holds anything there. */
export async function copied(desktop: Pick<Desktop, "run">, target = "UTF8_STRING"): Promise<string> {
  const command = ["/usr/bin/xclip", "-selection", "clipboard", "-o", "-target", target];
  const text = await desktop.run(...command).catch(() => "");
  // When UTF8_STRING is refused, as while the owner changes, xclip asks for STRING, which GTK ends with a zero.
  return text.replace(/\0$/, "");
}
