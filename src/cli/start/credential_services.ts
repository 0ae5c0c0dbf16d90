import { refusal } from "../../core/result.ts";
import type { App } from "../../core/app/app.ts";
import type { CredentialServices } from "../../core/app/features/credentials/credentials.ts";
import { keepRole, lastRole } from "../../core/actions/mod.ts";
import { usualRegion } from "../../core/accounts/mod.ts";
import { lazyImport } from "../../core/lazy_import.ts";
import type { KedgePaths } from "../../core/paths.ts";
import {
  browserCommand,
  type CommandLine,
  hostSystem,
  openInBrowser,
  openTerminal,
} from "../../core/platform/mod.ts";
import type { SecretClipboard } from "../../tray/clipboard/mod.ts";
import { kedgeCommandAnywhere } from "../accounts/kedge_command.ts";
import { opened } from "./opened.ts";
import { showCode } from "./show_code.ts";

/** Returns the services that use credentials on this computer. */
export function credentialServices(
  paths: KedgePaths,
  app: () => Pick<App, "tell">,
  clipboard: SecretClipboard,
): CredentialServices {
  return {
    async cloud(config) {
      const { cloudOf } = await lazyImport<typeof import("../../core/aws/mod.ts")>(
        "../../core/aws/mod.ts",
        import.meta.url,
      );
      return cloudOf(config);
    },
    copySecret: (secret) => clipboard.copy(secret),
    async openTerminal({ account, role, region, title, terminal, container }) {
      const target = role === "" ? account : `${account}/${role}`;
      const command = kedgeProgram(paths, [
        ...container ? containerShell(target, container) : ["--exec", target],
        ...["--region", region],
      ]);
      return opened(
        await openTerminal(
          command,
          title,
          terminal,
          ({ message, hint }) => app().tell("The terminal did not open", `${message}. ${hint}`),
        ),
      );
    },
    async openLink({ address, isSecret }, browser) {
      const command = browser && await browserCommand(browser);
      // A link for one browser must not open in another one, where the user may be signed in to another
      // account.
      if (command === null) {
        return refusal(
          `The browser “${browser!.browser}”, which is set for this environment, is not there.`,
          "Choose another one in Settings, under This computer.",
        );
      }
      return opened(
        await openInBrowser(address, showCode(app), { isPublic: !isSecret, ...(command ? { command } : {}) }),
      );
    },
    lastRole: (account) => lastRole(paths, account),
    keepRole: (account, role) => keepRole(paths, account, role),
    usualRegion: (config) => usualRegion(config, Deno.env.get("AWS_REGION")),
  };
}

/** Returns the arguments of Kedge's own terminal in a container. */
function containerShell(
  target: string,
  { cluster, service, task, name }: NonNullable<
    Parameters<CredentialServices["openTerminal"]>[0]["container"]
  >,
): string[] {
  const where = service === undefined ? cluster : `${cluster}/${service}`;
  return ["--terminal", target, where, name, "--task", task, "--wait"];
}

/** Returns the command with which a terminal calls this Kedge. On Windows only `kedge.com` can print to a terminal. */
function kedgeProgram(paths: KedgePaths, args: readonly string[]): CommandLine {
  const { name: system } = hostSystem();
  const [program, ...rest] = kedgeCommandAnywhere(paths, args, system);
  return [system === "windows" ? program.replace(/\.exe$/i, ".com") : program, ...rest];
}
