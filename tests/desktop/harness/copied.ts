import type { Desktop } from "./desktop.ts";

/** Returns what any program reads from the clipboard; empty when nobody holds anything there. */
export async function copied(desktop: Pick<Desktop, "run">, target = "UTF8_STRING"): Promise<string> {
  const command = ["/usr/bin/xclip", "-selection", "clipboard", "-o", "-target", target];
  const text = await desktop.run(...command).catch(() => "");
  // xclip asks for STRING where it is refused, as while an owner changes; GTK ends that with a zero.
  return text.replace(/\0$/, "");
}
