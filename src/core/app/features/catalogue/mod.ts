import * as z from "zod";
import { command, feature, id } from "../../feature.ts";
import type { CatalogueFeature } from "./catalogue.ts";

const address = z.string().min(1).max(2000);

/** The commands about catalogues, from which extensions are installed. */
export const catalogue = feature({
  /**
   * Adds a catalogue to config.json and shows its keys. Nothing is installed from it before the user trusts
   * the keys.
   */
  addCatalogue: command({ address }),
  /** Trusts the keys of a catalogue. `fingerprints` are those that the user has seen. */
  trustCatalogue: command({ address, fingerprints: z.array(z.string().max(100)).min(1).max(20) }),
  removeCatalogue: command({ address }),
  refreshCatalogues: command({}),
  /** Fetches the newest version of an extension and opens its review. */
  installFromCatalogue: command({ address, extension: id }),
}, ({ catalogue }: { readonly catalogue: CatalogueFeature }) => ({
  addCatalogue: ({ address }) => catalogue.add(address),
  trustCatalogue: ({ address, fingerprints }) => catalogue.trust(address, fingerprints),
  removeCatalogue: ({ address }) => catalogue.remove(address),
  refreshCatalogues: () => catalogue.refresh(),
  installFromCatalogue: ({ address, extension }) => catalogue.install(address, extension),
}));
