import type { App } from "../../core/app/app.ts";
import type { CatalogueServices } from "../../core/app/features/catalogue/catalogue.ts";
import type { Bundle } from "../../core/bundle/mod.ts";
import type { Catalogues } from "../../core/catalogue/catalogues.ts";
import type { Config } from "../../core/config/config.ts";
import { lazyImport } from "../../core/lazy_import.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { lookEvery } from "./look_every.ts";

/** How often Kedge checks whether a catalogue is due, in ms. */
const LOOK_MS = 30 * 60_000;

/** Returns the catalogues of this machine. Their code is loaded when the first catalogue is configured. */
export function catalogueServices(paths: KedgePaths, config: () => Config): CatalogueServices<Bundle> {
  let made: Promise<Catalogues> | undefined;
  const catalogues = () =>
    made ??= lazyImport<typeof import("../../core/catalogue/machine.ts")>(
      "../../core/catalogue/machine.ts",
      import.meta.url,
    ).then(({ machineCatalogues }) => machineCatalogues(paths, config));
  return {
    stored: async (...of) => await (await catalogues()).stored(...of),
    refresh: async (...of) => await (await catalogues()).refresh(...of),
    look: async (...of) => await (await catalogues()).look(...of),
    begin: async (...of) => await (await catalogues()).begin(...of),
    bundle: async (...of) => await (await catalogues()).bundle(...of),
    withdraw: async (...of) => await (await catalogues()).withdraw(...of),
  };
}

/** Updates the catalogues regularly while Kedge runs. */
export const followCatalogues = (app: Pick<App, "refreshCatalogues">, signal: AbortSignal) =>
  lookEvery(LOOK_MS, () => app.refreshCatalogues(), signal);
