import { z } from "zod";
import { command, feature, id } from "../../feature.ts";
import type { CatalogueFeature } from "./catalogue.ts";

const address = z.string().min(1).max(2000);

/** Catalogues that extensions are installed from. */
export const catalogue = feature({
  /** Writes one into config.json: its keys are shown then, and nothing is taken from it before they are trusted. */
  addCatalogue: command({ address }),
  /** `fingerprints` are those that were shown. */
  trustCatalogue: command({ address, fingerprints: z.array(z.string().max(100)).min(1).max(20) }),
  removeCatalogue: command({ address }),
  refreshCatalogues: command({}),
  /** Brings the newest version of an extension and opens its review. */
  installFromCatalogue: command({ address, extension: id }),
}, ({ catalogue }: { readonly catalogue: CatalogueFeature }) => ({
  addCatalogue: ({ address }) => catalogue.add(address),
  trustCatalogue: ({ address, fingerprints }) => catalogue.trust(address, fingerprints),
  removeCatalogue: ({ address }) => catalogue.remove(address),
  refreshCatalogues: () => catalogue.refresh(),
  installFromCatalogue: ({ address, extension }) => catalogue.install(address, extension),
}));
