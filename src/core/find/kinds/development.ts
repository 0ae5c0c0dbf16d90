import type { AppState } from "../../state/state.ts";
import type { DevelopmentState } from "../../state/development.ts";
import { entryKind } from "../entry.ts";

const WORDS: Readonly<Record<DevelopmentState["status"], string>> = {
  checking: "Checking",
  compiling: "Compiling",
  ready: "Ready",
  broken: "Does not run as it is",
};

/** Extensions that their authors work on: their problems and their last runs. */
export const authored = entryKind<DevelopmentState>({
  label: "Development",
  heading: "In development",
  weight: 1,
  first: true,
  items: ({ development }: AppState) => development,
  id: ({ folder }) => `development:${folder}`,
  title: ({ name }) => name,
  around: ({ folder, extension }) => `dev development ${extension ?? ""} ${folder}`,
  // Users want a ready action more often than the page about its development.
  isLast: ({ actions, status }) => actions > 0 && status !== "broken",
  entry: ({ folder, status }) => ({
    detail: `${WORDS[status]} · ${folder}`,
    verb: "Show its state",
    icon: "code",
    developed: true,
    command: { name: "openWindow", page: "development", params: { folder } },
  }),
});
