import { APP_ID } from "../../src/core/app_id.ts";
import { icns } from "./icns.ts";
import { type PackageFile, textFile } from "./tools.ts";
import { zip } from "./zip.ts";

/**
 * macOS shows this text when Kedge asks Terminal or iTerm to open a window for the first time; without it a
 * signed program is refused without a question.
 */
const AUTOMATION = "Kedge opens a terminal for the account that you choose.";

/** Returns Info.plist for a program that is only in the menu bar, without an icon in the Dock. */
export function infoPlist(version: string): string {
  const entries: [string, string][] = [
    ["CFBundleDevelopmentRegion", "<string>en</string>"],
    ["CFBundleExecutable", "<string>kedge</string>"],
    ["CFBundleIconFile", "<string>kedge</string>"],
    ["CFBundleIdentifier", `<string>${APP_ID}</string>`],
    ["CFBundleInfoDictionaryVersion", "<string>6.0</string>"],
    ["CFBundleName", "<string>Kedge</string>"],
    ["CFBundlePackageType", "<string>APPL</string>"],
    ["CFBundleShortVersionString", `<string>${version}</string>`],
    ["CFBundleVersion", `<string>${version}</string>`],
    ["LSMinimumSystemVersion", "<string>12.0</string>"],
    ["LSUIElement", "<true/>"],
    ["NSAppleEventsUsageDescription", `<string>${AUTOMATION}</string>`],
    ["NSHighResolutionCapable", "<true/>"],
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
${entries.map(([key, value]) => `  <key>${key}</key>\n  ${value}\n`).join("")}</dict>
</plist>
`;
}

/** Returns Kedge.app in a zip archive. */
export function macosZip(
  version: string,
  program: Uint8Array,
  icons: ReadonlyMap<number, Uint8Array>,
): Promise<Uint8Array> {
  return zip(
    new Map<string, PackageFile>([
      ["Kedge.app/Contents/Info.plist", textFile(infoPlist(version))],
      ["Kedge.app/Contents/MacOS/kedge", { bytes: program, executable: true }],
      ["Kedge.app/Contents/PkgInfo", textFile("APPL????")],
      ["Kedge.app/Contents/Resources/kedge.icns", { bytes: icns(icons) }],
    ]),
  );
}
