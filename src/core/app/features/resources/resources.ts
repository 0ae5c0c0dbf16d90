import { CloudError } from "../../../aws/errors.ts";
import { partitionOf } from "../../../aws/wire/partition.ts";
import { lazyImport } from "../../../lazy_import.ts";
import type { Server } from "../../../config/config.ts";
import type { Edit } from "../../../json/edit.ts";
import { cachedList, cachedLists, forgetSessionLists } from "../../../resources/cached_list.ts";
import { databasesKind } from "../../../resources/kinds/databases/mod.ts";
import type { KindOfResource } from "../../../resources/kinds/kind.ts";
import { KINDS_OF_RESOURCES } from "../../../resources/kinds/mod.ts";
import { secretsKind } from "../../../resources/kinds/secrets/mod.ts";
import { servicesKind } from "../../../resources/kinds/services/mod.ts";
import type { FoundServer } from "../../../sql/found.ts";
import type { AskLogin } from "../../../sql/login/mod.ts";
import type { Writing } from "../../../state/store.ts";
import type { RoleRequest, RoleWork } from "../../as_role.ts";
import type { CommandResult } from "../../../result.ts";
import type { Windows } from "../../windows.ts";
import type { CredentialServices, CredentialUses } from "../credentials/credentials.ts";
import type { Toasts } from "../toasts/toasts.ts";
import { createContainers } from "./containers.ts";
import { createDatabases } from "./databases.ts";
import { type ListBase, type ListOf, type Lists, listsOf } from "./list_of.ts";
import { createWayFinder } from "./way_finder.ts";
import type { Dialogs } from "../dialogs/dialogs.ts";
import { createCachedNames } from "./cached_names.ts";
import { createLogs } from "./logs.ts";
import type { Tunnels } from "../tunnels/tunnels.ts";
import { createSecrets } from "./secrets.ts";

/** The resources of accounts, and the operations on them. */
export type Resources = ReturnType<typeof createResources>;

/** Regions of an account. `fault` is present when they are a guess, and tells why. */
interface EnabledRegions {
  readonly regions: readonly string[];
  readonly fault?: string;
}

/** The dependencies of {@link createResources}. */
interface ResourceParts {
  readonly store: Writing<"databaseLogins" | "databaseSteps">;
  readonly roleWork: RoleWork;
  readonly toasts: Pick<Toasts, "show">;
  readonly windows: Pick<Windows, "open">;
  readonly credentials: Pick<CredentialServices, "openTerminal"> & Pick<CredentialUses, "beginCopy">;
  readonly login: AskLogin<Server>;
  readonly dialogs: Pick<Dialogs, "open">;
  readonly openFound: (found: FoundServer) => Promise<CommandResult>;
  readonly openTunnel: Tunnels["open"];
  readonly editConfig: (edit: Edit) => Promise<CommandResult>;
  /** Folder for files that may be deleted at any time. */
  readonly cache: string;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/**
 * Statuses without a sign-in, where lists come from the user's own credentials. Lists that were read with a
 * sign-in must be deleted when the user signs out.
 */
const WITHOUT_SESSION: ReadonlySet<string> = new Set(["environment", "signed-out", "unconfigured"]);

/** Error codes of one call, which the lists of the account's own region need not have. */
const UNTOLD: ReadonlySet<string> = new Set(["throttled", "timeout", "malformed", "failed"]);

/** Makes the lists of all kinds and the operations on them. */
export function createResources(parts: ResourceParts) {
  const { store, roleWork, toasts, credentials, cache, now, onError } = parts;
  const tools = () =>
    lazyImport<typeof import("../../../aws/resources/mod.ts")>(
      "../../../aws/resources/mod.ts",
      import.meta.url,
    );
  const folder = `${cache}/resources`;
  /** Settles when the lists of the last sign-in are deleted. */
  let forgetting: Promise<unknown> = Promise.resolve();
  /** Writes of lists that are not finished. */
  const writing = new Set<Promise<unknown>>();
  const names = createCachedNames({
    async *lists() {
      await forgetting;
      yield* cachedLists(folder);
    },
    onError,
  });
  const bySession = () => !WITHOUT_SESSION.has(store.get().signIn.status);
  const targetOf: ListBase<never>["targetOf"] = (asked, shown) => {
    let chosen = false;
    // Region and role are told when a list or window begins, so its requests stay there.
    let role = asked.role ?? (shown || undefined);
    const fixed = { ...asked, region: roleWork.region(asked) };
    return async (signal) => {
      const where = await roleWork.contextOf({ ...fixed, role }, signal);
      const at = await roleWork.target(where, signal);
      // The user's own credentials have no role, and a sign-in may replace them.
      role = where.role || role;
      // A role that the user chose and AWS accepted becomes the account's usual one. A search through all
      // accounts chooses none.
      if (asked.role && !asked.passing && !chosen) await roleWork.keep(where);
      chosen = true;
      return { role: where.role, at };
    };
  };
  const cached: ListBase<object>["cached"] = (name, row) => {
    const { read, write } = cachedList(folder, name, row, bySession);
    return {
      read: async () => {
        await forgetting;
        return await read();
      },
      async write(rows) {
        if (ending.signal.aborted) return;
        const written = write(rows).then(names.changed).finally(() => writing.delete(written));
        writing.add(written);
        await written;
      },
    };
  };
  const ending = new AbortController();
  const perPage = () => store.get().config.value.perPage;
  const base = { roleWork, targetOf, now, onError };
  /** Lists of each kind, by the kind's name. */
  const lists = new Map(
    KINDS_OF_RESOURCES.map((kind) => [kind.name, listsOf(kind, { ...base, cached, perPage })]),
  );
  const listsBy = <Row extends object>({ name }: KindOfResource<Row>) => lists.get(name)! as Lists<Row>;
  const secrets = createSecrets({
    ...base,
    list: listsBy(secretsKind),
    toasts,
    tools,
    beginCopy: credentials.beginCopy,
  });
  const services = createContainers({
    ...base,
    list: listsBy(servicesKind),
    toasts,
    tools: () =>
      lazyImport<typeof import("../../../aws/containers/mod.ts")>(
        "../../../aws/containers/mod.ts",
        import.meta.url,
      ),
    ending: ending.signal,
    // The user's choice of a terminal applies here too.
    openTerminal: (request) => {
      const { terminal } = store.get().choices;
      return credentials.openTerminal({ ...request, ...(terminal ? { terminal } : {}) });
    },
  });
  const logs = createLogs({
    ...parts,
    ...base,
    tools: () =>
      lazyImport<typeof import("../../../aws/logs/mod.ts")>("../../../aws/logs/mod.ts", import.meta.url),
  });
  const databases = createDatabases({
    ...parts,
    ...base,
    list: listsBy(databasesKind),
    tools,
    wayFinder: createWayFinder(
      parts.dialogs,
      async (where, signal) => (await base.targetOf(where)(signal)).at,
    ),
  });
  /**
   * Returns the enabled regions of an account. When they cannot be listed, its own region, and those that are
   * always enabled when only the permission is missing.
   */
  async function enabledRegionsOf(asked: RoleRequest, signal: AbortSignal): Promise<EnabledRegions> {
    const { enabledRegions, ALWAYS_ON } = await tools();
    try {
      const where = await roleWork.contextOf(asked, signal);
      return { regions: await enabledRegions(await roleWork.target(where, signal), signal) };
    } catch (error) {
      if (!(error instanceof CloudError)) throw error;
      const own = roleWork.region(asked);
      const only = { regions: [own], fault: `${error.sentence}; only its own region was asked.` };
      if (error.code !== "denied") return UNTOLD.has(error.code) ? only : { regions: [own] };
      if (partitionOf(own).name !== "aws") return only;
      // Without permission to list regions, a role may still read the regions that cannot be disabled.
      const regions = [...new Set([own, ...ALWAYS_ON])];
      return { regions, fault: `${error.sentence}; those that are always on were asked.` };
    }
  }

  // Signing out forgets all lists, and deletes those read with the sign-in. An expired sign-in keeps them.
  store.subscribe(({ signIn }, before) => {
    if (signIn.status !== "signed-out" || before.signIn.status === "signed-out") return;
    for (const list of lists.values()) list.forget();
    // A list that is still being written would appear again after the deletion.
    forgetting = Promise.allSettled(writing).then(() => forgetSessionLists(folder)).catch(onError);
    names.changed();
  });
  return {
    /** Returns the list of a kind. */
    list: <Row extends object>(kind: KindOfResource<Row>, asked: RoleRequest) => listsBy(kind)(asked),
    secrets,
    databases,
    services,
    logs,
    /** Names of resources that typing finds. */
    names,
    /** Saves no further list, because Kedge ends. Resolves when those that are being saved are written. */
    async close() {
      ending.abort();
      await Promise.allSettled(writing);
    },
    /** Lists of all kinds, by the kind's name. */
    lists: lists as ReadonlyMap<string, ListOf<object>>,
    /** Returns the regions that are enabled in an account. */
    enabledRegions: enabledRegionsOf,
  };
}
