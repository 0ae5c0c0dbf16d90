import { refusal } from "../../core/result.ts";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { App } from "../../core/app/app.ts";
import type { AppServices } from "../../core/app/services.ts";
import type { ClientSetup } from "../../core/gate/clients/setup.ts";
import { mcpCommand } from "../accounts/kedge_command.ts";
import type { ActionStarter } from "../../core/app/features/runs/runs.ts";
import { checkAnswer, pastLog, startRun, trimLogs } from "../../core/actions/mod.ts";
import { usualShell } from "../../core/aws/exports/shells.ts";
import type { Bundle } from "../../core/bundle/mod.ts";
import type { Cloud } from "../../core/aws/mod.ts";
import { awsFiles } from "../../core/aws/profiles/files.ts";
import type { PortalConfig } from "../../core/app/features/sign_in/parts.ts";
import { lazyImport } from "../../core/lazy_import.ts";
import type { Config } from "../../core/config/config.ts";
import { defaultConfig } from "../../core/config/mod.ts";
import { editConfigFile } from "../../core/config_file/mod.ts";
import { sourceFile } from "../../core/extensions/mod.ts";
import { openAgentLog } from "../../core/gate/log/mod.ts";
import { makeFolder, writeFileAtomic } from "../../core/files/atomic.ts";
import type { Logger } from "../../core/files/logger.ts";
import { createKeychain } from "../../core/keychain/mod.ts";
import { extensionFolder, type KedgePaths } from "../../core/paths.ts";
import { hostSystem, openFile, openFolder, openInBrowser, sessionType } from "../../core/platform/mod.ts";
import { userHome } from "../../core/platform/home.ts";
import type { RuleEvaluator } from "../../core/rules/mod.ts";
import type { Store } from "../../core/state/store.ts";
import { appVersion } from "../../core/version.ts";
import { buildStamp } from "../../core/build_stamp.ts";
import { PAGES } from "../../pages/mod.ts";
import { analyticsServices, collectorOf } from "./analytics.ts";
import { createSecretClipboard, type SecretClipboard } from "../../tray/clipboard/mod.ts";
import { catalogueServices } from "./catalogues.ts";
import { releaseServices, releasesOf } from "./releases.ts";
import { installation } from "../../core/platform/installation.ts";
import { credentialServices } from "./credential_services.ts";
import { queryServices } from "./query_services.ts";
import { extensionServices } from "./extension_services.ts";
import { opened } from "./opened.ts";
import { showCode } from "./show_code.ts";
import { warmExtension } from "./warm.ts";
import type { PublishingServices } from "../../core/app/features/development/publishing.ts";

/** The extension for beginners that Kedge contains. */
const SAMPLE = fileURLToPath(new URL("../../../examples/toolbox", import.meta.url));

/** Content of a new config.json, which is created when the user opens a missing one. */
const NEW_CONFIG = `{
  // Every field is optional. \`kedge --schema config\` prints the JSON Schema for your editor.
  "version": 2
}
`;

/**
 * Returns the application's services on this machine. `app` is called only once the application runs;
 * `configSeen` settles when it has read the current config.json.
 */
export function appServices(
  paths: KedgePaths,
  logger: Logger,
  labeller: RuleEvaluator,
  app: () => Pick<App, "store" | "tell">,
  clipboard: SecretClipboard = createSecretClipboard(),
  configSeen: () => Promise<void> = () => Promise.resolve(),
): AppServices<Bundle> {
  const store = () => app().store;
  const stamp = buildStamp();
  const agentLog = openAgentLog(paths.logs);
  let clients: Promise<ClientSetup> | undefined;
  // Created once, because it remembers what it can undo.
  const agentClients = () => clients ??= clientSetup();
  /** Returns the folder of an extension's files: that of its author during development, otherwise the installed one. */
  const folderOf = (id: string) => {
    const extension = store().get().extensions.find((extension) => extension.id === id);
    if (!extension) return null;
    return extension.developed ? extension.source : join(extensionFolder(paths, id), "bundle");
  };
  /**
   * Shows that an action could not be compiled. Actions are compiled after installing, so that the user
   * learns of an error before the first click.
   */
  const tellBroken = (error: string) => app().tell("Not compiled", error, 20);
  return {
    info: {
      ...appVersion(),
      home: paths.home,
      ...(userHome() && { userHome: userHome() }),
      platform: hostSystem().name,
      shell: usualShell(hostSystem().name, (name) => Deno.env.get(name)),
      ...collectorOf(stamp),
      ...releasesOf(stamp),
      installation: installation(hostSystem().name),
    },
    ...analyticsServices(stamp),
    ...releaseServices(stamp),
    configFile: paths.config,
    pages: PAGES,
    defaults: defaultConfig(),
    labeller,
    agentClients,
    agentLog: (event) => void agentLog.append(event),
    credentials: credentialServices(paths, app, clipboard),
    cloud,
    cache: paths.cache,
    // Over SSH the browser is on another machine, from which the portal's answer would not reach Kedge.
    usualMethod: () => sessionType() === "none" || Deno.env.get("SSH_CONNECTION") ? "device" : "browser",
    extensions: extensionServices(paths, (id) => warmExtension(paths, id, logger, tellBroken)),
    catalogues: catalogueServices(paths, () => store().get().config.value),
    runs: runServices(paths, store),
    async openWorkbench(folder, onChange) {
      const { openWorkbench } = await lazyImport<typeof import("../../core/development/workbench.ts")>(
        "../../core/development/workbench.ts",
        import.meta.url,
      );
      return await openWorkbench(folder, { paths, version: appVersion(), now: Date.now }, onChange);
    },
    publishing: publishingServices(paths, () => store().get().config.value),
    keychain: createKeychain(),
    async testConnection(server, login, signal, onStep) {
      const { testConnection } = await import("../../core/sql/mod.ts");
      return await testConnection(server, login, signal, undefined, onStep);
    },
    async probeServer(server, signal) {
      const { probeServer } = await import("../../core/sql/mod.ts");
      return await probeServer(server, signal);
    },
    async openTunnel(way, to, port, events) {
      const { openTunnel } = await lazyImport<typeof import("../../core/ways/tunnel.ts")>(
        "../../core/ways/tunnel.ts",
        import.meta.url,
      );
      return await openTunnel(way, to, port, events);
    },
    async wayOf(via) {
      const { wayOf } = await lazyImport<typeof import("../../core/ways/mod.ts")>(
        "../../core/ways/mod.ts",
        import.meta.url,
      );
      return wayOf(via);
    },
    ...queryServices(paths),
    checkAnswer,
    editConfig: (edits) => editConfigFile(paths.config, edits),
    seen: configSeen,
    async readAws() {
      const { readImportable } = await lazyImport<typeof import("../../core/aws/profiles/importable.ts")>(
        "../../core/aws/profiles/importable.ts",
        import.meta.url,
      );
      return await readImportable();
    },
    async lookForImports() {
      const { lookForImports } = await lazyImport<typeof import("../../core/import/mod.ts")>(
        "../../core/import/mod.ts",
        import.meta.url,
      );
      return await lookForImports();
    },
    async openConfig(line, column) {
      await createConfig(paths);
      return opened(await openFile(paths.config, line, column));
    },
    async openFolder(id) {
      const folder = folderOf(id);
      if (folder === null) return refusal(`There is no extension “${id}”.`);
      return opened(await openFolder(folder));
    },
    sample: SAMPLE,
    async openSource(id, file, line, column) {
      const folder = folderOf(id);
      const path = folder === null ? null : await sourceFile(folder, file);
      if (path === null) {
        return refusal(`“${file}” is not a file of this extension.`, "Open its folder instead.");
      }
      return opened(await openFile(path, line, column));
    },
    openAddress: async (address) => opened(await openInBrowser(address, showCode(app))),
    onError: (error) => logger.error("application", error),
    now: Date.now,
  };
}

async function clientSetup(): Promise<ClientSetup> {
  const { createClientSetup } = await lazyImport<typeof import("../../core/gate/clients/setup.ts")>(
    "../../core/gate/clients/setup.ts",
    import.meta.url,
  );
  return createClientSetup(mcpCommand());
}

/** Loads the AWS code only if there is a portal, or a variable or file of AWS's tools. */
async function cloud(config: PortalConfig): Promise<Cloud | null> {
  const set = ["AWS_PROFILE", "AWS_ACCESS_KEY_ID", "AWS_WEB_IDENTITY_TOKEN_FILE"].some((name) =>
    Deno.env.get(name)
  );
  const { config: profiles, credentials } = awsFiles();
  const there = (path: string) => Deno.stat(path).then(() => true, () => false);
  if (!config.ssoStartUrl && !set && !await there(profiles) && !await there(credentials)) return null;
  const { cloudOf } = await lazyImport<typeof import("../../core/aws/mod.ts")>(
    "../../core/aws/mod.ts",
    import.meta.url,
  );
  return cloudOf(config);
}

function runServices(paths: KedgePaths, store: () => Store): ActionStarter {
  let trimming = Promise.resolve();
  return {
    start(extension, action, surface) {
      const request = {
        paths,
        get config() {
          return store().get().config.value;
        },
        extension,
        action,
      };
      const run = startRun(request, surface);
      void run.done.then(() => trimming = trimming.then(() => trimLogs(paths)));
      return run;
    },
    pastLog: (run) => pastLog(paths, run),
  };
}

async function createConfig(paths: KedgePaths): Promise<void> {
  await makeFolder(paths.home);
  const exists = await Deno.lstat(paths.config).then(() => true, () => false);
  if (!exists) await writeFileAtomic(paths.config, NEW_CONFIG);
}

/** Publishes to catalogues; the code is loaded when the user publishes. */
function publishingServices(paths: KedgePaths, config: () => Config): PublishingServices {
  const folder = () =>
    lazyImport<typeof import("../../core/catalogue/publish/folder.ts")>(
      "../../core/catalogue/publish/folder.ts",
      import.meta.url,
    );
  const home = () => ({ paths, settings: config().catalogs ?? [] });
  return {
    prepare: async (...of) => await (await folder()).preparePublishing(...of, home()),
    publish: async (...of) => await (await folder()).publishFolder(...of, home()),
  };
}
