import { entriesOf } from "../../core/config/document.ts";
import { selector } from "../../core/state/selector.ts";
import { servers } from "../../core/state/selectors.ts";
import type { AppState } from "../../core/state/state.ts";
import { definePage, type ModelOf } from "../page.ts";

/** One server's form; `server` is null for a new one. */
export const serverPage = definePage({
  title: "Server",
  width: 480,
  height: 360,
  single: false,
  resizable: true,
  frame: true,
  model: () => {
    const entries = selector(
      ({ config }: AppState) => [config.document],
      (document) => entriesOf(document, "servers"),
    );
    return (state, { params }) => ({
      server: servers(state).find(({ name }) => name === params.server) ?? null,
      /** The servers as they stand in the file, which may hold some that are left out. */
      entries: entries(state),
    });
  },
  commands: {
    editConfig: (command) => command.path[0] === "servers",
    undoConfigEdit: true,
    openQuery: true,
    testServer: true,
    setPassword: true,
    forgetPassword: true,
    openConfig: true,
  },
});

/** What the server page is shown. */
export type ServerModel = ModelOf<typeof serverPage>;
