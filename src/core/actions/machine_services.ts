import { lazyImport } from "../lazy_import.ts";
import type { Cloud } from "../aws/cloud.ts";
import { rememberAnswer } from "../extensions/mod.ts";
import { userEnvironment } from "../platform/runtime_variables.ts";
import { loadAction } from "./installed.ts";
import { keepRole, lastRole } from "./context/roles.ts";
import type { RunRequest, RunServices } from "./run/services.ts";

const aws = () => lazyImport<typeof import("../aws/mod.ts")>("../aws/mod.ts", import.meta.url);

/** Returns the services of this machine for one run. */
export function machineServices(request: Pick<RunRequest, "config" | "paths">): RunServices {
  let kept = false;

  async function cloud(): Promise<Cloud> {
    const machine = (await aws()).cloudOf(request.config);
    return {
      ...machine,
      async credentials(context, signal) {
        const credentials = await machine.credentials(context, signal);
        // A role that gives no credentials must not become the one of later runs.
        if (!kept && context.role !== "") {
          kept = true;
          await keepRole(request.paths, context.account, context.role);
        }
        return credentials;
      },
    };
  }

  return {
    load: loadAction,
    remember: ({ paths, extension, action }, choice) => rememberAnswer(paths, extension, action, choice),
    lastRole: (request, account) => lastRole(request.paths, account),
    async roles(account, region, signal) {
      return [...await (await cloud()).roles(account, region, signal)];
    },
    async secret(context, id, signal) {
      return await (await aws()).secretValue(await cloud(), context, id, signal);
    },
    async credentials(context) {
      const machine = await cloud();
      return (await aws()).serveCredentials((signal) => machine.credentials(context, signal));
    },
    async signInNeeded(context, signal) {
      const machine = await cloud();
      if (!machine.session) return false;
      const { CloudError, needsSignIn } = await aws();
      try {
        await machine.credentials(context, signal);
        return false;
      } catch (error) {
        if (!(error instanceof CloudError)) throw error;
        return needsSignIn(error);
      }
    },
    async query(config, query, access, signal) {
      const { queryServer } = await lazyImport<typeof import("./server_query.ts")>(
        "./server_query.ts",
        import.meta.url,
      );
      return await queryServer(config, query, access, signal);
    },
    environment: userEnvironment,
  };
}
