import type { CatalogueUpdate } from "../../state/catalogue.ts";
import { entryKind } from "../entry.ts";

/** Newer versions in catalogues; Enter opens the review of the changes. */
export const updates = entryKind<CatalogueUpdate>({
  label: "Update",
  heading: "Updates",
  weight: 0.4,
  items: ({ updates }) => updates,
  id: ({ extension }) => `update:${extension}`,
  title: ({ name }) => `Update ${name}`,
  around: ({ extension }) => `${extension} update`,
  entry: ({ address, extension, from, to, newly }) => ({
    detail: [`${from} → ${to}`, ...(newly.length > 0 ? [`can now ${newly.join(", ")}`] : [])].join(" · "),
    verb: "Review",
    icon: newly.length > 0 ? "caution" : "extension",
    command: { name: "installFromCatalogue", address, extension },
  }),
});
