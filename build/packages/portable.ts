import { join } from "node:path";
import { MENU_ENTRY } from "../../src/core/app_id.ts";
import { ABOUT } from "./about.ts";
import { DESKTOP_ENTRY, type LinuxParts } from "./deb.ts";
import { EPOCH, textFile, tool, writeTree } from "./tools.ts";

const READ_ME = `Kedge
${ABOUT.summary}

Put kedge anywhere and start it; kedge --doctor tells what it finds and what is missing. Windows need WebKitGTK
(Debian: libwebkitgtk-6.0-4), actions need Go 1.19 or later.

For a menu entry copy ${MENU_ENTRY} to ~/.local/share/applications, with the place of the program in Exec, and
kedge.svg to ~/.local/share/icons/hicolor/scalable/apps.

To remove it delete these files. ${ABOUT.kept}
`;

/**
 * Creates the portable archive for Linux at `output`: one folder `name` with the program and the files for a
 * menu entry.
 */
export async function makePortable(
  parts: LinuxParts,
  name: string,
  folder: string,
  output: string,
): Promise<void> {
  await writeTree(
    join(folder, name),
    new Map([
      ["kedge", { bytes: parts.program, executable: true }],
      [MENU_ENTRY, textFile(DESKTOP_ENTRY.replace("/usr/bin/kedge", "kedge"))],
      ["kedge.svg", { bytes: parts.svg }],
      ["LICENSE", { bytes: parts.licence }],
      ["README.txt", textFile(READ_ME)],
    ]),
  );
  const owners = ["--owner=0", "--group=0", "--numeric-owner", "--format=ustar"];
  await tool("tar", ["--sort=name", `--mtime=@${EPOCH}`, ...owners, "-cf", "kedge.tar", name], folder);
  // Fixed options give the same archive on every machine, however many processors it has.
  await tool("xz", ["-6", "--threads=2", "--block-size=32MiB", "kedge.tar"], folder);
  await Deno.rename(join(folder, "kedge.tar.xz"), output);
}
