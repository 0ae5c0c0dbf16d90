import { fingerprint } from "../../../catalogue/keys.ts";
import { isExpired } from "../../../catalogue/accept.ts";
import type { Catalogues, Looked } from "../../../catalogue/catalogues.ts";
import { isCatalogueError } from "../../../catalogue/error.ts";
import { offersOf } from "../../../catalogue/offers.ts";
import { areAllInFile, catalogueInFile } from "../../../catalogue/in_file.ts";
import type { StoredCatalogue } from "../../../catalogue/store.ts";
import type { CatalogueSetting } from "../../../config/config.ts";
import { isFileError } from "../../../files/errors.ts";
import type { Edit } from "../../../json/edit.ts";
import { isOlder } from "../../../age.ts";
import type { CatalogueState } from "../../../state/catalogue.ts";
import { reuse } from "../../../state/selector.ts";
import { activeRuns } from "../../../state/selectors.ts";
import type { Writing } from "../../../state/store.ts";
import { type CommandResult, refusal, RUN_MAY_PRESS } from "../../../result.ts";
import type { Extensions } from "../extensions/extensions.ts";
import {
  type CatalogueOffer,
  diagnosticOf,
  factsOf,
  faultWords,
  keysOf,
  line,
  offerOf,
  updatesOf,
} from "./shown.ts";

/** The store of catalogues on disk and the requests to their sources. */
export interface CatalogueServices<B>
  extends Pick<Catalogues, "stored" | "refresh" | "look" | "begin" | "withdraw"> {
  bundle(...of: Parameters<Catalogues["bundle"]>): Promise<B>;
}

/** The dependencies of the feature. */
interface CatalogueParts<B extends { readonly hash: string }> {
  readonly store: Writing<"catalogues" | "updates">;
  readonly extensions: Pick<Extensions<B>, "beginFrom" | "refresh">;
  readonly edit: (...edits: Edit[]) => Promise<CommandResult>;
  /** Whether an action runs that could press a button; null when the system does not tell. */
  readonly couldPress: () => boolean | null;
  readonly onError: (error: unknown) => void;
  readonly now: () => number;
}

const NONE: readonly CatalogueSetting[] = [];

/** Age at which the source of a catalogue is asked again, ms. */
const DUE = 6 * 60 * 60 * 1000;

/** The catalogues of the configuration. */
export type CatalogueFeature = ReturnType<typeof createCatalogue>;

/** Makes the feature, which follows the configuration and the installed extensions. */
export function createCatalogue<B extends { readonly hash: string }>(
  { store, extensions, edit, couldPress, onError, now }: CatalogueParts<B>,
  services: CatalogueServices<B>,
) {
  const { catalogues, updates } = store.slices;
  const stored = new Map<string, StoredCatalogue>();
  const untrusted = new Map<string, Looked>();
  const listeners = new Set<() => void>();
  const ended = new AbortController();
  let shown: readonly CatalogueOffer[] = [];
  let work: Promise<void> = Promise.resolve();

  const settings = () => store.get().config.value.catalogs ?? NONE;
  const settingOf = (address: string) => settings().find((one) => one.address === address);

  function patch(address: string, change: Partial<CatalogueState>): void {
    catalogues.update((all) =>
      reuse(all, all.map((one) => one.address === address ? { ...one, ...change } : one))
    );
    tell();
  }

  function tell(): void {
    for (const listener of listeners) listener();
  }

  /** Updates the offers from the catalogues and the installed extensions. */
  function offer(): void {
    const { app, extensions: installed } = store.get();
    const at = now();
    const all = settings().flatMap((setting) => {
      const one = stored.get(setting.address);
      // Keys that the user trusts no more must not offer anything.
      if (!one || one.known.keys === null) return [];
      const parts = {
        installed: installed.filter(({ developed }) => !developed),
        restDays: setting.restDays,
        now: at,
        app,
      };
      return offersOf(one, parts).map((offer) => ({ setting, stored: one, offer }));
    });
    const isUpdate = ({ offer, stored: { catalogue } }: CatalogueOffer) =>
      offer.state === "update" && offer.restsUntil === undefined && !isExpired(catalogue, at);
    shown = [...all.filter(isUpdate), ...all.filter((one) => !isUpdate(one))];
    updates.update((before) => reuse(before, updatesOf(all.filter(isUpdate))));
    tell();
  }

  function show(
    setting: CatalogueSetting,
    one: StoredCatalogue | null,
    change: Partial<CatalogueState>,
  ): void {
    if (one) stored.set(setting.address, one);
    else stored.delete(setting.address);
    // Updates the offers first, so that a reader who sees the catalogue as read finds its new offers.
    offer();
    patch(setting.address, { ...(one ? factsOf(one) : {}), ...change });
  }

  async function refreshOne(setting: CatalogueSetting): Promise<void> {
    const { address } = setting;
    patch(address, { status: "reading" });
    try {
      if (setting.keys.length === 0) {
        const looked = await services.look(address, ended.signal);
        untrusted.set(address, looked);
        patch(address, {
          status: "untrusted",
          name: line(looked.catalogue.name),
          extensions: looked.catalogue.extensions.length,
          signedBy: looked.signedBy,
          keys: keysOf(looked.keys),
        });
        return;
      }
      show(setting, await services.refresh(setting, ended.signal), { status: "ready" });
    } catch (error) {
      if (ended.signal.aborted) return;
      if (!isCatalogueError(error) && !isFileError(error)) onError(error);
      patch(address, { status: "failed", ...faultWords(error) });
    }
  }

  async function showStored(setting: CatalogueSetting): Promise<void> {
    try {
      show(setting, await services.stored(setting), {});
    } catch (error) {
      if (!isFileError(error)) throw error;
      patch(setting.address, { status: "failed", ...faultWords(error) });
    }
  }

  /** Writes the list of withdrawn versions, and checks the installed extensions against it. */
  async function withdraw(): Promise<void> {
    // A config.json that does not parse at the start names no catalogues, which must not remove withdrawals.
    const { status, document } = store.get().config;
    if (status === "stale") return;
    const wanted = settings();
    const all = wanted.flatMap(({ address }) => stored.get(address) ?? []);
    const isAll = all.length === wanted.length && areAllInFile(document, wanted.length);
    await services.withdraw(all, isAll);
    // Extensions that a removed catalogue has withdrawn may run again.
    const isAnyWithdrawn = store.get().extensions.some(({ withdrawn }) => withdrawn);
    if (wanted.length > 0 || isAnyWithdrawn) await extensions.refresh();
  }

  /** Reads catalogues one after the other. Each result is in the state before the next catalogue is read. */
  function inTurn(some: readonly CatalogueSetting[], asked = true): Promise<void> {
    work = work.then(async () => {
      for (const setting of some) {
        if (ended.signal.aborted || settingOf(setting.address) !== setting) continue;
        if (asked) await refreshOne(setting);
        else await showStored(setting);
      }
      await withdraw();
      offer();
    }).catch(onError);
    return work;
  }

  /** Applies a changed configuration. The stored catalogues count at once, then their sources are asked. */
  function configure(): void {
    const wanted = settings();
    for (const address of stored.keys()) if (!settingOf(address)) stored.delete(address);
    catalogues.update((before) =>
      wanted.map(({ address }) =>
        before.find((one) => one.address === address) ??
          { address, name: address, status: "reading", extensions: 0 }
      )
    );
    tell();
    void inTurn(wanted, false).then(() => inTurn(wanted));
  }

  store.subscribe(({ config, extensions }, before) => {
    if (config.value.catalogs !== before.config.value.catalogs) configure();
    else if (extensions !== before.extensions && stored.size > 0) offer();
  });

  return {
    async refresh(): Promise<CommandResult> {
      await inTurn(settings());
      return { ok: true };
    },
    /** Asks the sources whose catalogue is old. */
    async refreshDue() {
      const old = settings().filter(({ address }) =>
        isOlder(stored.get(address)?.checkedAt ?? 0, DUE, now())
      );
      if (old.length > 0) await inTurn(old);
      else if (stored.size > 0) offer();
    },
    async add(address: string): Promise<CommandResult> {
      const wanted = address.trim();
      if (settingOf(wanted)) return refusal("This catalogue is there already.");
      return await edit({ path: ["catalogs", settings().length], value: { address: wanted }, add: true });
    },
    /** Trusts the signing keys with these fingerprints, which the user has seen, and no others. */
    async trust(address: string, fingerprints: readonly string[]): Promise<CommandResult> {
      const looked = settingOf(address)?.keys.length === 0 ? untrusted.get(address) : undefined;
      const signers = looked?.keys.signers ?? [];
      const prints = signers.map(({ key }) => fingerprint(key));
      if (!looked || prints.join() !== fingerprints.join()) {
        return refusal("These are not the keys that were shown.", "Look at them again.");
      }
      if (couldPress() ?? activeRuns(store.get()).length > 0) return RUN_MAY_PRESS;
      const lines = signers.map(({ name, key }) => `${key} ${name}`);
      const entry = catalogueInFile(store.get().config.document, address);
      if (entry === null) {
        return refusal("config.json does not name this catalogue any more.", "Add it again.");
      }
      await services.begin(address, looked.catalogue.id);
      return await edit(...entry.withKeys(lines));
    },
    async remove(address: string): Promise<CommandResult> {
      const setting = settingOf(address);
      const entry = setting && catalogueInFile(store.get().config.document, address);
      return entry ? await edit(...entry.without()) : { ok: true };
    },
    /** Fetches the newest version of an extension and opens its review. */
    async install(address: string, extension: string): Promise<CommandResult> {
      const found = offerOf(shown, address, extension);
      const version = found?.offer.newest, setting = settingOf(address);
      if (!found || !version || !setting) {
        return refusal("The catalogue does not offer that any more.", "Refresh it.");
      }
      if (found.offer.restsUntil !== undefined) {
        return refusal("This update still rests.", "config.json says for how many days: `restDays`.");
      }
      const source = `${line(found.stored.catalogue.name)} (${address})`;
      return await extensions.beginFrom(source, async (signal) => {
        try {
          return { bundle: await services.bundle(setting, version, signal), diagnostics: [], source };
        } catch (error) {
          if (!isCatalogueError(error)) throw error;
          return { bundle: null, diagnostics: [diagnosticOf(error)], source, unreadable: true };
        }
      });
    },
    /** Returns all offers of the catalogues, updates first. */
    offers: () => shown,
    /** Whether a catalogue is being read, which may bring other offers. */
    reading: () => catalogues.get().some(({ status }) => status === "reading"),
    /** Calls the listener when the offers or `reading` may have changed; returns the function that unsubscribes. */
    onOffers(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => ended.abort(),
  };
}
