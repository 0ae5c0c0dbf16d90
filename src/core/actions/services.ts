import { queryServer } from "./server_query.ts";
import { loadAction, rememberAnswer } from "./installed.ts";
import { keepRole, lastRole } from "./roles.ts";
import type { RunServices } from "./run.ts";

/** The rest of Kedge, as runs use it. What talks to AWS is loaded when the first run needs it. */
export function machineServices(): RunServices {
  return {
    load: loadAction,
    remember: rememberAnswer,
    lastRole: (request, account) => lastRole(request.paths, account),
    useRole: (request, account, role) => keepRole(request.paths, account, role),
    async roles(account, region, signal) {
      return await (await import("../cloud/credentials.ts")).rolesOf(account, region, signal);
    },
    async secret(account, id, signal) {
      return await (await import("../cloud/secrets.ts")).secretValue(account, id, signal);
    },
    async credentials(account) {
      const { serveCredentials } = await import("../cloud/container.ts");
      return serveCredentials(async (signal) => {
        const { credentialsFor } = await import("../cloud/credentials.ts");
        return await credentialsFor(account, signal);
      });
    },
    query: queryServer,
    environment: () => Deno.env.toObject(),
  };
}
