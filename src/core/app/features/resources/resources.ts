import type { AccountContext } from "../../../accounts/context.ts";
import { CloudError } from "../../../aws/errors.ts";
import type { DatabaseRow } from "../../../aws/resources/databases.ts";
import type { ResourceTarget } from "../../../aws/resources/target.ts";
import type { ReadVariable } from "../../../aws/wire/endpoint.ts";
import { lazyImport } from "../../../lazy_import.ts";
import type { Server } from "../../../config/config.ts";
import type { Edit } from "../../../json/edit.ts";
import { cachedList, cachedLists, forgetSessionLists } from "../../../resources/cached_list.ts";
import type { NameSource } from "../../../resources/names.ts";
import type { FoundServer } from "../../../sql/found.ts";
import type { AskLogin } from "../../../sql/login/mod.ts";
import type { AccountState } from "../../../state/state.ts";
import type { Writing } from "../../../state/store.ts";
import type { AskedRole, RoleWork } from "../../as_role.ts";
import type { CommandResult } from "../../result.ts";
import type { Windows } from "../../windows.ts";
import type { CredentialServices, CredentialUses } from "../credentials/credentials.ts";
import type { Toasts } from "../toasts/toasts.ts";
import type { ContainerRow } from "./container_list.ts";
import { type ContainerUses, createContainers } from "./containers.ts";
import { createDatabases, type DatabaseUses } from "./databases.ts";
import { type Everywhere, type EverywhereKind, findEverywhere, type RegionChoice } from "./everywhere.ts";
import type { ListBase } from "./list_of.ts";
import { createCachedNames } from "./cached_names.ts";
import { createSecrets, type ListedSecret, type SecretUses } from "./secrets.ts";

/** What accounts hold, and what is done with it. */
export interface Resources {
  readonly secrets: SecretUses;
  readonly databases: DatabaseUses;
  readonly services: ContainerUses;
  /**
   * Looks for a text in every account. The same search goes on for all who watch it; another `asked` begins anew, with the
   * accounts that there are then.
   */
  everywhere(search: string, regions: RegionChoice, asked: string): Pick<Everywhere, "rows" | "status">;
  /**
   * Uses this role for accounts where several are possible and none is the default; accounts that wait for a role are
   * searched with it. `instead` replaces the roles chosen before, for searches that begin later.
   */
  searchAs(role: string, instead: boolean): void;
  /** Names of what accounts hold, to be found by typing. */
  readonly names: NameSource;
  /** Kedge ends: what was begun is not followed any more. */
  close(): void;
}

/** What {@link createResources} works with. */
interface ResourceParts {
  readonly store: Writing<"databaseLogins">;
  readonly roleWork: RoleWork;
  readonly chooseSearchRole: CredentialUses["chooseSearchRole"];
  readonly toasts: Pick<Toasts, "show">;
  readonly windows: Pick<Windows, "open">;
  readonly credentials: Pick<CredentialServices, "cloud" | "copySecret" | "openTerminal" | "program">;
  readonly login: AskLogin<Server>;
  readonly openFound: (found: FoundServer) => Promise<CommandResult>;
  readonly editConfig: (edit: Edit) => Promise<CommandResult>;
  /** The folder of what may be deleted at any time. */
  readonly cache: string;
  /** Reads the variables that may lead to AWS elsewhere; without it those of this process. */
  readonly env?: ReadVariable;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** How the sign-in is while what is seen is the user's own; credentials of a session outlive it. */
const WITHOUT_SESSION: ReadonlySet<string> = new Set(["environment", "signed-out", "unconfigured"]);

/** Makes what shows the resources of accounts. */
export function createResources(parts: ResourceParts): Resources {
  const { store, roleWork, toasts, credentials, cache, env, now, onError } = parts;
  const config = () => store.get().config.value;
  const tools = () =>
    lazyImport<typeof import("../../../aws/resources/mod.ts")>(
      "../../../aws/resources/mod.ts",
      import.meta.url,
    );
  async function place(where: AccountContext, signal: AbortSignal): Promise<ResourceTarget> {
    const cloud = await credentials.cloud(config());
    return {
      place: { region: where.region, ...(env ? { env } : {}) },
      credentials: await cloud.credentials(where, signal),
    };
  }
  const folder = `${cache}/resources`;
  /** Settles when no list is there any more that is to be forgotten. */
  let forgetting: Promise<unknown> = Promise.resolve();
  /** Lists that are being written. */
  const writing = new Set<Promise<unknown>>();
  const names = createCachedNames({
    async *lists() {
      await forgetting;
      yield* cachedLists(folder);
    },
    onError,
  });
  const bySession = () => !WITHOUT_SESSION.has(store.get().signIn.status);
  const base = <Row>(): ListBase<Row> => ({
    roleWork,
    placeOf(asked) {
      let chosen = false;
      return async (signal) => {
        const where = await roleWork.place(asked, signal);
        const at = await place(where, signal);
        // A role that was chosen, and that AWS gave, is the one of next time. Who only goes on looking chooses nothing.
        if (asked.role && !asked.passing && !chosen) await roleWork.keep(where);
        chosen = true;
        return { role: where.role, at };
      };
    },
    cached(name, row) {
      const { read, write } = cachedList(folder, name, row, bySession);
      return {
        read: async () => {
          await forgetting;
          return await read();
        },
        write(rows) {
          const written = write(rows).then(names.changed).finally(() => writing.delete(written));
          writing.add(written);
          return written;
        },
      };
    },
    now,
    onError,
  });
  const ending = new AbortController();
  const resources: Omit<Resources, "everywhere" | "searchAs" | "names" | "close"> = {
    secrets: createSecrets({
      ...base<ListedSecret>(),
      toasts,
      tools,
      copySecret: credentials.copySecret,
      place,
      perPage: () => config().perPage,
    }),
    services: createContainers({
      ...base<ContainerRow>(),
      toasts,
      tools: () =>
        lazyImport<typeof import("../../../aws/containers/mod.ts")>(
          "../../../aws/containers/mod.ts",
          import.meta.url,
        ),
      perPage: () => config().perPage,
      ending: ending.signal,
      // The user's choice of a terminal is that for shells.
      openTerminal: (request) => {
        const { terminal } = store.get().choices;
        return credentials.openTerminal({ ...request, ...(terminal ? { terminal } : {}) });
      },
      program: credentials.program,
    }),
    databases: createDatabases({ ...base<DatabaseRow>(), ...parts, tools }),
  };
  const kinds: readonly EverywhereKind[] = [
    {
      holding: "secrets",
      list: resources.secrets.list,
      hit: ({ name, label, kind }: ListedSecret) => ({
        title: label ?? name,
        detail: label === undefined ? "" : name,
        params: { secret: name, kind },
      }),
    },
    {
      holding: "databases",
      list: resources.databases.list,
      hit: ({ id, engine, kind }: DatabaseRow) => ({
        title: id,
        detail: engine,
        params: { database: id, kind },
      }),
    },
    {
      holding: "services",
      list: resources.services.list,
      hit: (row: ContainerRow): ReturnType<EverywhereKind["hit"]> =>
        row.kind === "service"
          ? { title: row.name, detail: row.cluster, params: { cluster: row.cluster, service: row.name } }
          : { title: row.cluster, detail: "cluster", params: { cluster: row.cluster } },
    },
  ];
  /** The regions of an account that are switched on; those that always are where it may not be asked. */
  async function enabled(asked: AskedRole, signal: AbortSignal) {
    const { enabledRegions, ALWAYS_ON } = await tools();
    try {
      const where = await roleWork.place(asked, signal);
      return { regions: await enabledRegions(await place(where, signal), signal) };
    } catch (error) {
      if (!(error instanceof CloudError)) throw error;
      // Who may only not ask for them may look into those that nobody can switch off.
      if (error.trouble !== "denied") return { regions: [roleWork.region(asked)] };
      return { regions: ALWAYS_ON, fault: `${error.message}; those that are always on were asked.` };
    }
  }

  let last: { readonly key: string; readonly found: Everywhere } | null = null;
  // What somebody has seen by their sign-in goes with it; one that has only ended comes back.
  store.subscribe(({ signIn }, before) => {
    if (signIn.status !== "signed-out" || before.signIn.status === "signed-out") return;
    for (const uses of [resources.secrets, resources.databases, resources.services]) uses.forget();
    last?.found.forget();
    last = null;
    // A list that is being written would come back after the others have gone.
    forgetting = Promise.allSettled(writing).then(() => forgetSessionLists(folder)).catch(onError);
    names.changed();
  });
  return {
    ...resources,
    names,
    close: () => ending.abort(),
    everywhere(search, choice, asked) {
      const key = JSON.stringify([search, choice, asked]);
      if (last?.key === key) return last.found;
      const own = ({ accountId }: AccountState) => roleWork.region({ account: accountId });
      const roles = { open: roleWork.open, chosen: () => store.get().choices.searchRoles ?? [] };
      const found = findEverywhere(store, kinds, search, { choice, own, enabled, roles, onError });
      last = { key, found };
      return found;
    },
    searchAs(role, instead) {
      parts.chooseSearchRole(role, instead);
      if (!instead) last?.found.goOn();
    },
  };
}
