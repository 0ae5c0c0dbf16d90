/** Installed extensions: reviewing, installing in one step, trust, overrides, listing. */
export { type Download, download } from "./download.ts";
export { IdClash, installBundle, recoverExtensions, uninstallExtension } from "./install.ts";
export { describeExtension, type InstalledExtension, listExtensions } from "./list.ts";
export {
  type ActionOverrides,
  changeOverrides,
  type OverrideChange,
  type Overrides,
  readOverrides,
  rememberAnswer,
  writeOverrides,
} from "./overrides.ts";
export { type InstallRecord, isExtensionId, placesOf } from "./record.ts";
export { reviewBundle, type TrustedVersion } from "./review.ts";
export { sourceFile } from "./source_file.ts";
export { type LoadedSource, loadSource } from "./source.ts";
export { loadInstalled, restoreExtension, trustedVersion } from "./trusted.ts";
export { type FileChange, readInstalledFile, type Verified, verifyExtension } from "./verify.ts";
