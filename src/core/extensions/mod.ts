/** Installed extensions: review, installation, trust, overrides and the list. */
export { download } from "./source/download.ts";
export {
  installBundle,
  InstallRefusedError,
  recoverExtensions,
  refuseWithdrawn,
  uninstallExtension,
} from "./install.ts";
export { describeManifest, listExtensions } from "./list.ts";
export {
  changeOverrides,
  type Overrides,
  overridesError,
  readOverrides,
  rememberAnswer,
  withAnswer,
  withChange,
  withoutWriting,
  writeOverrides,
} from "./overrides.ts";
export { extensionPaths } from "./record.ts";
export { restoreExtension } from "./restore.ts";
export { changeOf, reviewBundle, reviewTexts, type TrustedVersion } from "./review/review.ts";
export { DECISIONS } from "./review/words.ts";
export { settingsFindings } from "./settings_after.ts";
export { sourceWithoutSecrets } from "./source/address.ts";
export { sourceFile } from "./source_file.ts";
export { loadSource } from "./source/source.ts";
export { loadInstalled, trustedVersion } from "./trusted.ts";
export { UnsettledError } from "./unsettled.ts";
export { readInstalledFile, verifyExtension } from "./verify.ts";
