import { join } from "node:path";
import type { AppServices } from "../../core/app/app.ts";
import type { CommandResult } from "../../core/app/command.ts";
import type { RunServices } from "../../core/app/runs.ts";
import { checkAnswer, startRun } from "../../core/actions/mod.ts";
import type { Bundle } from "../../core/bundle/mod.ts";
import { defaultConfig } from "../../core/config/mod.ts";
import { editConfigFile } from "../../core/config_file/mod.ts";
import { changeOverrides, sourceFile } from "../../core/extensions/mod.ts";
import { makeFolder, writeFileAtomic } from "../../core/files/atomic.ts";
import type { Logger } from "../../core/files/logger.ts";
import { createKeychain } from "../../core/keychain/mod.ts";
import { extensionFolder, type KedgePaths } from "../../core/paths.ts";
import { hostSystem, openFile, openFolder, openInBrowser, type OpenResult } from "../../core/platform/mod.ts";
import type { RuleEvaluator } from "../../core/rules/mod.ts";
import type { Store } from "../../core/state/store.ts";
import { appVersion } from "../../core/version.ts";
import { extensionServices } from "./extension_services.ts";
import { warmExtension } from "./warm.ts";

/** What a new config.json begins with when the user opens one that is not there. */
const NEW_CONFIG = `{
  // Every field is optional. \`kedge --schema config\` prints the JSON Schema for your editor.
  "version": 2
}
`;

/** The application's services on this machine. `store` is asked for only once the application runs. */
export function machineServices(
  paths: KedgePaths,
  logger: Logger,
  labeller: RuleEvaluator,
  store: () => Store,
): AppServices<Bundle> {
  return {
    info: { ...appVersion(), home: paths.home, platform: hostSystem().name },
    configFile: paths.config,
    defaults: defaultConfig(),
    labeller,
    extensions: extensionServices(paths, (id) => void warmExtension(paths, id, logger)),
    runs: runServices(paths, store),
    keychain: createKeychain(),
    async testConnection(server, login, signal) {
      const { testConnection } = await import("../../core/sql/mod.ts");
      return await testConnection(server, login, signal);
    },
    checkAnswer,
    editConfig: (edits) => editConfigFile(paths.config, edits),
    async openConfig(line, column) {
      await createConfig(paths);
      return result(await openFile(paths.config, line, column));
    },
    async openFolder(id) {
      if (!store().get().extensions.some((extension) => extension.id === id)) {
        return { ok: false, error: `There is no extension “${id}”.` };
      }
      return result(await openFolder(join(extensionFolder(paths, id), "bundle")));
    },
    async openSource(id, file, line, column) {
      const path = await sourceFile(paths, id, file);
      if (path === null) {
        return {
          ok: false,
          error: `“${file}” is not a file of this extension.`,
          hint: "Open its folder instead.",
        };
      }
      return result(await openFile(path, line, column));
    },
    openAddress: async (address) => result(await openInBrowser(address)),
    onError: (error) => logger.error("application", error),
    now: Date.now,
  };
}

function runServices(paths: KedgePaths, store: () => Store): RunServices {
  return {
    start: (extension, action, face) =>
      startRun({ paths, config: store().get().config.value, extension, action }, face),
    saveOverrides: ({ extension, action, ...change }) => changeOverrides(paths, extension, action, change),
  };
}

async function createConfig(paths: KedgePaths): Promise<void> {
  await makeFolder(paths.home);
  const exists = await Deno.lstat(paths.config).then(() => true, () => false);
  if (!exists) await writeFileAtomic(paths.config, NEW_CONFIG);
}

/** How a hand-over to another program ended, as the answer to a command. */
export function result(opened: OpenResult): CommandResult {
  return opened.ok ? opened : { ok: false, error: opened.message, hint: opened.hint };
}
