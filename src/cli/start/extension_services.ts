import { join } from "node:path";
import type { App } from "../../core/app/app.ts";
import type { ExtensionServices } from "../../core/app/features/extensions/extensions.ts";
import { type Bundle, readBundle } from "../../core/bundle/mod.ts";
import {
  changeOverrides,
  installBundle,
  listExtensions,
  loadInstalled,
  loadSource,
  readInstalledFile,
  restoreExtension,
  reviewBundle,
  reviewTexts,
  settingsFindings,
  trustedVersion,
  uninstallExtension,
} from "../../core/extensions/mod.ts";
import { couldPress } from "../../core/platform/peer/press.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { appVersion } from "../../core/version.ts";

/** Returns the services for the extensions of a home. `warm` compiles the actions of an extension. */
export function extensionServices(
  paths: KedgePaths,
  warm: (id: string) => Promise<void>,
): ExtensionServices<Bundle> {
  return {
    load: (source, signal, sha256) => loadSource(source, { signal, ...(sha256 && { sha256 }) }),
    loadBytes: (bytes, name) => Promise.resolve({ ...readBundle(bytes), source: name }),
    loadInstalled: (id) => loadInstalled(paths, id),
    restore: (id) => restoreExtension(paths, id),
    review: async (bundle) =>
      reviewBundle(
        bundle,
        await trustedVersion(paths, bundle.manifest.id),
        await settingsFindings(paths, bundle),
      ),
    texts: async (bundle, path) => reviewTexts(bundle, await trustedVersion(paths, bundle.manifest.id), path),
    file: (bundle, path) => bundle.files.get(path) ?? null,
    install: (bundle, source, over) => installBundle(paths, bundle, { source, hash: bundle.hash, over }),
    async uninstall(id, forget) {
      await uninstallExtension(paths, id, { forget });
    },
    list: () => listExtensions(paths, appVersion()),
    saveOverrides: (id, action, change) => changeOverrides(paths, id, action, change),
    warm,
    couldPress: () => couldPress(join(paths.cache, "actions")),
  };
}

/** Returns the bytes of an icon that the state names; null for any other path, and when the file is missing. */
export async function installedIcon(
  paths: KedgePaths,
  { store, development }: Pick<App, "store" | "development">,
  id: string,
  path: string,
): Promise<Uint8Array | null> {
  const extension = store.get().extensions.find((extension) => extension.id === id);
  if (!extension || extension.trust !== "trusted") return null;
  const icons = [extension.icon, ...extension.actions.map(({ icon }) => icon)];
  if (!icons.includes(path)) return null;
  return extension.developed ? development.file(id, path) : await readInstalledFile(paths, id, path);
}
