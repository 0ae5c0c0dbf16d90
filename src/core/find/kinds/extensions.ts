import type { ExtensionState } from "../../state/state.ts";
import { entryKind } from "../entry.ts";

/** Installed extensions; Enter shows the source. */
export const extensions = entryKind<ExtensionState>({
  label: "Extension",
  heading: "Extensions",
  weight: 0,
  items: ({ extensions }) => extensions,
  id: ({ id }) => `extension:${id}`,
  title: ({ name }) => name,
  around: ({ id, description }) => `${id} ${description ?? ""}`,
  isLast: ({ developed }) => developed === true,
  entry: ({ id, description, icon, developed }) => ({
    detail: description ?? id,
    verb: "Review source",
    icon: "extension",
    ...(developed && { developed }),
    ...(icon !== undefined && { picture: { extension: id, path: icon } }),
    command: { name: "reviewInstalled", extension: id },
  }),
});
