import { join } from "node:path";
import { APP_ID, MENU_ENTRY } from "../../src/core/app_id.ts";
import { ABOUT } from "./about.ts";
import { type PackageFile, textFile, tool, writeTree } from "./tools.ts";

/** Debian's names for the processors of the Linux targets. */
export const DEBIAN: Readonly<Record<string, string>> = { "linux-x64": "amd64", "linux-arm64": "arm64" };

/** The parts of a package for a Linux system. */
export interface LinuxParts {
  readonly version: string;
  readonly program: Uint8Array;
  /** PNG pictures by their size in pixels. */
  readonly icons: ReadonlyMap<number, Uint8Array>;
  readonly svg: Uint8Array;
  readonly licence: Uint8Array;
}

/**
 * Returns the control file. Windows need WebKitGTK. The keychain, the browser and Go are only recommended,
 * because Kedge tells what is missing.
 */
export function control(version: string, architecture: string, bytes: number): string {
  return `Package: kedge
Version: ${version}
Architecture: ${architecture}
Maintainer: The Kedge authors <maintainers@kedge.invalid>
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: libc6, libwebkitgtk-6.0-4
Recommends: gnome-keyring, libsecret-tools, xdg-utils, golang-go (>= 2:1.19)
Section: utils
Priority: optional
Description: ${ABOUT.summary}
${wrapped(ABOUT.description)}
`;
}

/** The entry in desktops' menus. Starting at login is a setting of Kedge itself. */
export const DESKTOP_ENTRY = `[Desktop Entry]
Type=Application
Name=Kedge
Comment=${ABOUT.summary}
Exec=/usr/bin/kedge -- %u
Icon=kedge
Terminal=false
Categories=Development;Database;
Keywords=AWS;SQL;secrets;scripts;
StartupNotify=false
StartupWMClass=${APP_ID}
MimeType=x-scheme-handler/kedge;
`;

/** Script after removal, which shows a message. An upgrade keeps the user's files, so it shows none. */
const AFTER_REMOVAL = `#!/bin/sh
set -e
case "$1" in
  remove|purge) echo "${ABOUT.kept}" ;;
esac
`;

/** Returns the files that the package installs, by path from the root of the system. */
export function linuxFiles({ program, icons, svg, licence }: LinuxParts): Map<string, PackageFile> {
  return new Map<string, PackageFile>([
    ["usr/bin/kedge", { bytes: program, executable: true }],
    [`usr/share/applications/${MENU_ENTRY}`, textFile(DESKTOP_ENTRY)],
    ["usr/share/doc/kedge/copyright", { bytes: licence }],
    ["usr/share/icons/hicolor/scalable/apps/kedge.svg", { bytes: svg }],
    ...[...icons].map(([size, bytes]): [string, PackageFile] => [
      `usr/share/icons/hicolor/${size}x${size}/apps/kedge.png`,
      { bytes },
    ]),
  ]);
}

/**
 * Creates the Debian package at `output`, using the empty `folder` for its parts; `packing` are options of
 * dpkg-deb.
 */
export async function makeDeb(
  parts: LinuxParts,
  architecture: string,
  folder: string,
  output: string,
  packing: readonly string[] = ["-Zxz", "-z6"],
): Promise<void> {
  const files = linuxFiles(parts);
  const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes.length, 0);
  await writeTree(folder, files);
  await writeTree(
    join(folder, "DEBIAN"),
    new Map([
      ["control", textFile(control(parts.version, architecture, bytes))],
      ["postrm", textFile(AFTER_REMOVAL, true)],
    ]),
  );
  await tool("dpkg-deb", ["--root-owner-group", ...packing, "--build", folder, output], folder);
}

/**
 * Returns a long description in the format of control files: lines of at most 78 characters, each beginning
 * with a space.
 */
function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > 77) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((line) => ` ${line}`).join("\n");
}
