import type { AppState, ExtensionState } from "../../core/state/state.ts";
import { grouped, type MenuItem } from "./item.ts";
import { limited, menuLabel } from "./text.ts";

/** Installing, and what is installed. */
export function extensionsMenu(state: AppState): MenuItem {
  const installed = limited(state.extensions, extensionItem, { id: "extensions", filter: "extensions" });
  const install: MenuItem = {
    id: "extensions:install",
    label: "Install…",
    command: { name: "openWindow", page: "extensions" },
  };
  return { id: "extensions", label: "Extensions", items: grouped("extensions", [[install], installed]) };
}

function extensionItem(extension: ExtensionState): MenuItem {
  const details = [
    menuLabel(extension.name, 40),
    extension.version ? menuLabel(extension.version, 20) : "",
    { trusted: "", changed: "review again", broken: "cannot be read" }[extension.trust],
  ];
  return {
    id: `extension:${extension.id}`,
    label: details.filter((part) => part !== "").join(" · "),
    command: { name: "openWindow", page: "extensions" },
  };
}
