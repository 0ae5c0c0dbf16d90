import { execValue, type LaunchCommand, tryExecValue } from "../login_item/text.ts";

/** File name of the desktop entry that opens links on Linux. */
export const LINKS_ENTRY = "kedge-links.desktop";

/** MIME type of links to Kedge on Linux desktops. */
const LINK_TYPE = "x-scheme-handler/kedge";

/** Returns the desktop entry that starts Kedge with a link. The link follows `--`, so it is never read as a flag. */
export function linksEntry(command: LaunchCommand): string {
  return `[Desktop Entry]
Type=Application
Name=Kedge links
TryExec=${tryExecValue(command)}
Exec=${execValue(command)} -- %u
Icon=kedge
Terminal=false
NoDisplay=true
MimeType=${LINK_TYPE};
`;
}

const SECTION = "[Default Applications]";

/**
 * Returns the user's `mimeapps.list` with Kedge's entry as the default for links, or without it. All other
 * lines stay, including a line that names another program when Kedge's entry is removed.
 */
export function withLinkDefault(text: string, on: boolean): string {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.trim() === SECTION);
  const end = lines.findIndex((line, index) => index > at && line.trimStart().startsWith("["));
  const isOurs = (line: string, index: number) =>
    at >= 0 && index > at && (end < 0 || index < end) && line.replace(/\s*=.*/, "").trim() === LINK_TYPE;
  const found = lines.findIndex(isOurs);
  const wanted = `${LINK_TYPE}=${LINKS_ENTRY}`;
  if (!on) {
    if (found < 0 || !lines[found]!.replaceAll(/[\s;]/g, "").endsWith(`=${LINKS_ENTRY}`)) return text;
    const left = lines.toSpliced(found, 1);
    // A file that contained only this entry becomes empty.
    return left.join("\n").trim() === SECTION ? "" : left.join("\n");
  }
  if (found >= 0) return lines.with(found, wanted).join("\n");
  if (at >= 0) return lines.toSpliced(at + 1, 0, wanted).join("\n");
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${SECTION}\n${wanted}\n`;
}

/**
 * Returns the command that Windows starts with a link. The link is quoted and follows `--`, so it is never
 * read as a flag.
 */
export function windowsCommand(command: LaunchCommand): string {
  return `${command.map((part) => `"${part}"`).join(" ")} -- "%1"`;
}
