import { rememberAnswer } from "../extensions/mod.ts";
import { loadAction } from "./installed.ts";
import { keepRole, lastRole } from "./roles.ts";
import type { RunServices } from "./run.ts";

/**
 * Imports a module by its path from here. Deno reads all that a written import leads to before a program
 * starts; what talks to AWS and to servers is large, and most runs need neither.
 */
function bring<Module>(path: string): Promise<Module> {
  return import(new URL(path, import.meta.url).href) as Promise<Module>;
}

const aws = () => bring<typeof import("../cloud/mod.ts")>("../cloud/mod.ts");

/** The rest of Kedge, as runs use it. */
export function machineServices(): RunServices {
  return {
    load: loadAction,
    remember: ({ paths, extension, action }, choice) => rememberAnswer(paths, extension, action, choice),
    lastRole: (request, account) => lastRole(request.paths, account),
    useRole: (request, account, role) => keepRole(request.paths, account, role),
    async roles(account, region, signal) {
      return await (await aws()).rolesOf(account, region, signal);
    },
    async secret(account, id, signal) {
      return await (await aws()).secretValue(account, id, signal);
    },
    async credentials(account) {
      const { credentialsFor, serveCredentials } = await aws();
      return serveCredentials((signal) => credentialsFor(account, signal));
    },
    async query(config, query, access, signal) {
      const { queryServer } = await bring<typeof import("./server_query.ts")>("./server_query.ts");
      return await queryServer(config, query, access, signal);
    },
    environment: () => Deno.env.toObject(),
  };
}
