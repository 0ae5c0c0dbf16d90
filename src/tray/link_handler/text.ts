import { execValue, type LaunchCommand, tryExecValue } from "../login_item/text.ts";

/** The file name of the entry that takes links on Linux desktops. */
export const LINKS_ENTRY = "kedge-links.desktop";

/** What desktops call links to Kedge. */
const LINK_TYPE = "x-scheme-handler/kedge";

/** The entry that starts Kedge with a link. Behind `--` no link is read as a flag. */
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
 * The user's `mimeapps.list` with our entry as the one for links to Kedge, or without it. All else stays as it is, and so
 * does a line that names another program when ours is taken away.
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
    // A file or section that was made for it goes with it.
    return left.join("\n").trim() === SECTION ? "" : left.join("\n");
  }
  if (found >= 0) return lines.with(found, wanted).join("\n");
  if (at >= 0) return lines.toSpliced(at + 1, 0, wanted).join("\n");
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${SECTION}\n${wanted}\n`;
}

/** The command that Windows starts with a link: quoted, and behind `--`, so that nothing in it is read as a flag. */
export function windowsCommand(command: LaunchCommand): string {
  return `${command.map((part) => `"${part}"`).join(" ")} -- "%1"`;
}
