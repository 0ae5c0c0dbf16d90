import { lazyImport } from "../../../lazy_import.ts";
import { fixedRows, type RowSource } from "../../../resources/rows.ts";
import type { RegionChoice } from "../../../state/search.ts";
import type { Writing } from "../../../state/store.ts";
import type { RoleWork } from "../../as_role.ts";
import type { CredentialUses } from "../credentials/credentials.ts";
import type { Resources } from "../resources/resources.ts";
import { type Everywhere, findEverywhere } from "./everywhere.ts";
import type { EverywhereStatus } from "./everywhere_status.ts";
import type { FoundResource } from "./hits.ts";
import { createSearchIndexes } from "./indexes.ts";

/** The search through all accounts. One runs at a time. */
export type Search = ReturnType<typeof createSearch>;

/** The dependencies of {@link createSearch}. */
interface SearchParts {
  readonly store: Writing<"search">;
  readonly resources: Pick<Resources, "lists" | "enabledRegions">;
  readonly roleWork: Pick<RoleWork, "open" | "region" | "at">;
  readonly chooseSearchRole: CredentialUses["chooseSearchRole"];
  readonly onError: (error: unknown) => void;
}

/** Makes the search. */
export function createSearch(parts: SearchParts) {
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

  // Signing out ends the search, because a sign-in saw its names. An expired sign-in keeps it.
  store.subscribe(({ signIn }, before) => {
    if (signIn.status === "signed-out" && before.signIn.status !== "signed-out") end();
  });

  return {
    begin,
    stop: () => setGoing(false),
    resume: () => setGoing(true),
    end,
    /** Also asks the accounts that an index answered for. */
    askAccounts() {
      current?.askAccounts();
      setGoing(true);
    },
    /**
     * Uses this role in accounts with several roles and no usual one, and searches the accounts that wait for a
     * role. `instead` replaces the roles chosen before and restarts the search.
     */
    searchAs(role: string, instead: boolean): void {
      parts.chooseSearchRole(role, instead);
      const now = search.get();
      if (!now) return;
      if (instead) return begin(now.text, now.regions);
      current?.goOn();
      setGoing(true);
    },
    /** Hits and status of the search with that ID; empty when that search has ended. */
    lists: {
      hits: (search: string): RowSource<FoundResource> => known(search)?.rows ?? fixedRows([]),
      status: (search: string): RowSource<EverywhereStatus> => known(search)?.status ?? fixedRows([]),
    },
  };
}
