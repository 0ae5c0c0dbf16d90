import type { AppState, ExtensionState } from "../../core/state/state.ts";
import type { CatalogueUpdate } from "../../core/state/catalogue.ts";
import { commandItem, counted, grouped, limited, type MenuItem, menuLabel, pageItem } from "./item.ts";

/** Returns the menu of extensions: updates, Install, the catalogue, and the installed extensions. */
export function extensionsMenu(state: AppState): MenuItem {
  const installed = limited(state.extensions, extensionItem, { id: "extensions", filter: "extensions" });
  const install = pageItem("extensions:install", "Install…", "extensions");
  const { updates, catalogues } = state;
  const catalogue = pageItem("extensions:catalogue", "Catalogue…", "catalogue");
  return {
    id: "extensions",
    label: updates.length > 0 ? `Extensions · ${counted(updates.length, "update")}` : "Extensions",
    items: grouped("extensions", [
      updates.slice(0, UPDATES).map(updateItem),
      [install, ...(catalogues.length > 0 ? [catalogue] : [])],
      installed,
    ]),
  };
}

/** Maximum number of updates in the menu; the catalogue lists all of them. */
const UPDATES = 10;

function updateItem({ address, extension, name, from, to }: CatalogueUpdate): MenuItem {
  const label = `Update ${menuLabel(name, 40)} · ${menuLabel(from, 20)} → ${menuLabel(to, 20)}…`;
  return commandItem(`update:${extension}`, label, { name: "installFromCatalogue", address, extension });
}

function extensionItem(extension: ExtensionState): MenuItem {
  const details = [
    menuLabel(extension.name, 40),
    extension.version ? menuLabel(extension.version, 20) : "",
    extension.withdrawn ? "withdrawn" : "",
    { trusted: "", changed: "review again", broken: "cannot be read" }[extension.trust],
  ];
  const label = details.filter((part) => part !== "").join(" · ");
  return pageItem(`extension:${extension.id}`, label, "extensions");
}
