import { APP_ID } from "../../src/core/app_id.ts";
import { ABOUT } from "./about.ts";

/** A package to download: its file name in the release, and its SHA-256 in lower-case hex. */
export interface Download {
  readonly file: string;
  readonly sha256: string;
}

/** The data in the files for package managers. */
export interface Release {
  readonly version: string;
  /** The address of the release's files, without a slash at the end. */
  readonly address: string;
  /** Packages by target. */
  readonly downloads: ReadonlyMap<string, Download>;
}

/** Returns the files for Homebrew, Scoop and winget by path; each only when its packages exist. */
export function storeFiles(release: Release): Map<string, string> {
  const { downloads } = release;
  const files = new Map<string, string>();
  const [arm, intel] = [downloads.get("macos-arm64"), downloads.get("macos-x64")];
  if (arm && intel) files.set("homebrew/kedge.rb", homebrew(release, arm, intel));
  const windows = downloads.get("windows-x64");
  if (windows) {
    files.set("scoop/kedge.json", scoop(release, windows));
    for (const [name, text] of winget(release, windows)) files.set(`winget/${name}`, text);
  }
  return files;
}

function homebrew({ version, address }: Release, arm: Download, intel: Download): string {
  return `cask "kedge" do
  version "${version}"

  on_arm do
    sha256 "${arm.sha256}"
    url "${address}/${arm.file}"
  end
  on_intel do
    sha256 "${intel.sha256}"
    url "${address}/${intel.file}"
  end

  name "Kedge"
  desc "${ABOUT.summary}"
  homepage "${address}"

  app "Kedge.app"
  binary "#{appdir}/Kedge.app/Contents/MacOS/kedge"

  uninstall quit: "${APP_ID}"

  caveats "When you remove Kedge: ${ABOUT.kept}"
end
`;
}

function scoop({ version, address }: Release, { file, sha256 }: Download): string {
  const manifest = {
    version,
    description: ABOUT.summary,
    homepage: address,
    license: ABOUT.license,
    architecture: { "64bit": { url: `${address}/${file}`, hash: sha256 } },
    extract_dir: "kedge",
    bin: "kedge.com",
    shortcuts: [["kedge.exe", "Kedge"]],
    notes: `When you remove Kedge: ${ABOUT.kept}`,
  };
  return `${JSON.stringify(manifest, null, 4)}\n`;
}

function winget({ version, address }: Release, { file, sha256 }: Download): Map<string, string> {
  const name = "Kedge.Kedge", schema = "1.9.0";
  const head = `PackageIdentifier: ${name}\nPackageVersion: ${version}\n`;
  const foot = (type: string) => `ManifestType: ${type}\nManifestVersion: ${schema}\n`;
  return new Map([
    [`${name}.yaml`, `${head}DefaultLocale: en-US\n${foot("version")}`],
    [
      `${name}.locale.en-US.yaml`,
      `${head}PackageLocale: en-US\nPublisher: The Kedge authors\nPackageName: Kedge\nLicense: ${ABOUT.license}\n` +
      `ShortDescription: ${ABOUT.summary}\n${foot("defaultLocale")}`,
    ],
    [
      `${name}.installer.yaml`,
      `${head}InstallerType: zip\nNestedInstallerType: portable\nNestedInstallerFiles:\n` +
      `- RelativeFilePath: kedge\\kedge.com\n  PortableCommandAlias: kedge\n` +
      // Else winget makes a link kedge.exe to kedge.com, in a folder where Kedge finds neither of its programs.
      "ArchiveBinariesDependOnPath: true\n" +
      `Installers:\n- Architecture: x64\n  InstallerUrl: ${address}/${file}\n` +
      `  InstallerSha256: ${sha256.toUpperCase()}\n${foot("installer")}`,
    ],
  ]);
}
