/** Bundles: reading them without harm, checking every rule, hashing and packing. Pure: no file, no clock. */
export { type Bundle, type BundleResult, readBundle, readFiles } from "./bundle.ts";
export { checkCount, systemFile } from "./archive/read.ts";
export { packBundle } from "./archive/write.ts";
export { type GoSource, readGoSource } from "./go_source.ts";
export { isLeftOut } from "./left_out.ts";
export { contentHash, fileHash, sortedPaths } from "./hash.ts";
export { bytesText, LIMITS } from "./limits.ts";
export { type DeclaredContext, declaredContext } from "./manifest/context.ts";
export { iconFaults, iconType } from "./manifest/icon.ts";
export { parseManifest } from "./manifest/read.ts";
export { type Manifest, type ManifestAction, manifestJsonSchema } from "./manifest/schema.ts";
export { checkTogether, isReservedName, pathFaults } from "./names.ts";
export { Problems, quoted, visible } from "./problems.ts";
