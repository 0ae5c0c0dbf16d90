import { withSearchRole } from "../../../src/core/state/choices.ts";
import {
  copiesInOrder,
  type CredentialServices,
} from "../../../src/core/app/features/credentials/credentials.ts";
import type { ResourceList, ResourceListStatus } from "../../../src/core/app/features/resources/list_of.ts";
import { createResources, type Resources } from "../../../src/core/app/features/resources/resources.ts";
import { createSearch, type Search } from "../../../src/core/app/features/search/search.ts";
import type { AccountState } from "../../../src/core/state/state.ts";
import {
  credentialServices,
  roleWork as roleWorkOf,
  store as storeOf,
} from "../../unit/core/app/fixtures.ts";

/** Resources of accounts at a test's own AWS, with recorded messages and copies. */
export interface TestResources {
  readonly resources: Resources;
  readonly search: Search;
  readonly copied: string[];
  readonly errors: unknown[];
  readonly store: ReturnType<typeof storeOf>;
}

/** Creates the resources for these accounts; each account has the same `roles`. */
export function resourcesAt(
  url: string,
  cache: string,
  accounts: readonly AccountState[],
  { roles = [""], credentials = {} }: {
    readonly roles?: readonly string[];
    readonly credentials?: Partial<CredentialServices>;
  } = {},
): TestResources {
  const copied: string[] = [], errors: unknown[] = [];
  const store = storeOf();
  store.slice("accounts").update(() => [...accounts]);
  const services = credentialServices({
    copySecret(secret) {
      copied.push(secret.open());
      return Promise.resolve({ ok: true, seconds: 45, marked: true });
    },
    ...credentials,
  });
  const roleWork = roleWorkOf({
    store,
    roles: () => Promise.resolve(roles),
    services,
    env: (name) => name === "AWS_ENDPOINT_URL" ? url : undefined,
  });
  const onError = (error: unknown) => void errors.push(error);
  const resources = createResources({
    store,
    roleWork,
    toasts: { show: () => {} },
    windows: { open: () => "w" },
    credentials: { ...services, beginCopy: copiesInOrder(services.copySecret) },
    login: () => Promise.resolve(null),
    openFound: () => Promise.resolve({ ok: true }),
    openTunnel: () => ({ ok: true }),
    dialogs: { open: () => Promise.resolve(null) },
    editConfig: () => Promise.resolve({ ok: true }),
    cache,
    now: Date.now,
    onError,
  });
  const search = createSearch({
    store,
    resources,
    roleWork,
    chooseSearchRole: (role, instead) =>
      store.slices.choices.update((before) => withSearchRole(before, role, instead)),
    onError,
  });
  return { resources, search, copied, errors, store };
}

/** Watches a list until it is loaded or has failed. */
export async function listed<Row>(list: ResourceList<Row>): Promise<ResourceListStatus> {
  const { signal } = new AbortController();
  const { promise, resolve } = Promise.withResolvers<ResourceListStatus>();
  const look = async () => {
    const read = await list.status.read(0, 1, signal);
    const now = read.ok ? read.rows[0] : undefined;
    if (now && !now.loading && (now.at !== null || now.faults.length > 0)) resolve(now);
  };
  const end = list.status.subscribe(() => void look());
  void look();
  return await promise.finally(end);
}
