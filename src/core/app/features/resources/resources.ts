import type { AccountContext } from "../../../accounts/context.ts";
import type { ReadVariable } from "../../../aws/wire/endpoint.ts";
import { bring } from "../../../bring.ts";
import { keptList } from "../../../resources/kept_list.ts";
import type { StateStore } from "../../../state/store.ts";
import type { RoleWork } from "../../as_role.ts";
import type { CredentialServices } from "../credentials/credentials.ts";
import type { Toasts } from "../toasts/toasts.ts";
import { createSecrets, type SecretUses } from "./secrets.ts";
import type { SecretTools } from "./tools.ts";

/** What accounts hold, and what is done with it. */
export interface Resources {
  readonly secrets: SecretUses;
}

/** What {@link createResources} works with. */
interface ResourceParts {
  readonly store: StateStore;
  readonly roleWork: RoleWork;
  readonly toasts: Pick<Toasts, "show">;
  readonly credentials: Pick<CredentialServices, "cloud" | "copySecret">;
  /** The folder of what may be deleted at any time. */
  readonly cache: string;
  /** Reads the variables that may lead to AWS elsewhere; without it those of this process. */
  readonly env?: ReadVariable;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Makes what shows the resources of accounts. */
export function createResources(parts: ResourceParts): Resources {
  const { store, roleWork, toasts, credentials, cache, env, now, onError } = parts;
  const config = () => store.get().config.value;
  return {
    secrets: createSecrets({
      roleWork,
      toasts,
      tools: () => bring<SecretTools>("../../../aws/resources/mod.ts", import.meta.url),
      copySecret: credentials.copySecret,
      async place(where: AccountContext, signal: AbortSignal) {
        const cloud = await credentials.cloud(config());
        return {
          place: { region: where.region, ...(env ? { env } : {}) },
          credentials: await cloud.credentials(where, signal),
        };
      },
      perPage: () => config().perPage,
      kept: (name, row) => keptList(`${cache}/resources`, name, row),
      now,
      onError,
    }),
  };
}
