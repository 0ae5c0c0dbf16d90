import { lazyImport } from "../../../lazy_import.ts";
import { fixedRows, type RowSource } from "../../../resources/rows.ts";
import type { RegionChoice } from "../../../state/search.ts";
import type { Writing } from "../../../state/store.ts";
import type { RoleWork } from "../../as_role.ts";
import type { CredentialUses } from "../credentials/credentials.ts";
import type { Resources } from "../resources/resources.ts";
import { type Everywhere, findEverywhere } from "./everywhere.ts";
import type { EverywhereStatus } from "./everywhere_status.ts";
import type { FoundHolding } from "./hits.ts";
import { createSearchIndexes } from "./indexes.ts";

/** What a search has found, and how far it is, by its id; nothing for one that has ended. */
export interface SearchLists {
  hits(search: string): RowSource<FoundHolding>;
  status(search: string): RowSource<EverywhereStatus>;
}

/** The search through all accounts: one at a time. */
export interface Search {
  begin(text: string, regions: RegionChoice): void;
  stop(): void;
  resume(): void;
  end(): void;
  /** Asks the accounts for what indexes answered too. */
  askAccounts(): void;
  /**
   * Uses this role for accounts where several are possible and none is the default: those that wait for a role are searched
   * with it. `instead` replaces the roles chosen before, and begins anew.
   */
  searchAs(role: string, instead: boolean): void;
  readonly lists: SearchLists;
}

/** The dependencies of {@link createSearch}. */
interface SearchParts {
  readonly store: Writing<"search">;
  readonly resources: Pick<Resources, "lists" | "enabledRegions">;
  readonly roleWork: Pick<RoleWork, "open" | "region" | "at">;
  readonly chooseSearchRole: CredentialUses["chooseSearchRole"];
  readonly onError: (error: unknown) => void;
}

/** Makes it. */
export function createSearch(parts: SearchParts): Search {
  const { store, resources, roleWork, onError } = parts;
  const search = store.slices.search;
  const indexes = createSearchIndexes({
    at: roleWork.at,
    view: () => store.get().config.value.resourceExplorerView,
    tools: () =>
      lazyImport<typeof import("../../../aws/resource_explorer/mod.ts")>(
        "../../../aws/resource_explorer/mod.ts",
        import.meta.url,
      ),
  });
  let current: Everywhere | null = null;

  function begin(text: string, regions: RegionChoice): void {
    current?.forget();
    current = findEverywhere(store, resources.lists, text, {
      choice: regions,
      usualRegion: ({ accountId }) => roleWork.region({ account: accountId }),
      enabled: resources.enabledRegions,
      roles: { open: roleWork.open, chosen: () => store.get().choices.searchRoles ?? [] },
      indexes,
      onError,
    });
    search.update(() => ({ id: crypto.randomUUID(), text, regions, going: true }));
    current.begin();
  }

  function end(): void {
    current?.forget();
    current = null;
    search.update(() => null);
  }

  function setGoing(going: boolean): void {
    search.update((before) => before && before.going !== going ? { ...before, going } : before);
    if (going) current?.begin();
    else current?.stop();
  }

  const known = (id: string) => search.get()?.id === id ? current : null;

  // Names that were seen by a sign-in go with it when the user signs out; a session that has only ended comes back.
  store.subscribe(({ signIn }, before) => {
    if (signIn.status === "signed-out" && before.signIn.status !== "signed-out") end();
  });

  return {
    begin,
    stop: () => setGoing(false),
    resume: () => setGoing(true),
    end,
    askAccounts() {
      current?.askAccounts();
      setGoing(true);
    },
    searchAs(role, instead) {
      parts.chooseSearchRole(role, instead);
      const now = search.get();
      if (!now) return;
      if (instead) return begin(now.text, now.regions);
      current?.goOn();
      setGoing(true);
    },
    lists: {
      hits: (id) => known(id)?.rows ?? fixedRows([]),
      status: (id) => known(id)?.status ?? fixedRows([]),
    },
  };
}
