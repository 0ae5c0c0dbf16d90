import { asEntry, listOf } from "../../core/config/document.ts";
import { selector } from "../../core/state/selector.ts";
import { servers } from "../../core/state/selectors.ts";
import type { AppState } from "../../core/state/state.ts";
import { fileEntriesNamed } from "../file_lists.ts";
import { definePage, type ModelOf } from "../page.ts";

/** The form of one server; `server` is null for a new one. */
export const serverPage = definePage({
  title: "Server",
  titleOf: (state, { server }) =>
    server === undefined
      ? "New server"
      : [server, servers(state).find(({ name }) => name === server)?.env].filter(Boolean).join(" · "),
  width: 520,
  height: 560,
  single: false,
  model: () => {
    const inFile = selector(
      ({ config, server }: Pick<AppState, "config"> & { readonly server: string | undefined }) => [
        config.document,
        server,
      ],
      (document, server) => {
        const list = listOf(document, "servers");
        const at = list.findIndex((raw) => server !== undefined && asEntry(raw).name === server);
        return at < 0 ? { at: list.length, entry: null } : { at, entry: asEntry(list[at]) };
      },
    );
    return (state, { params }) => {
      const server = servers(state).find(({ name }) => name === params.server) ?? null;
      return {
        server,
        /** The server's entry and its index in the file; without a server, null and the index of the next entry. */
        inFile: inFile({ config: state.config, server: server?.name }),
      };
    };
  },
  queries: { named: fileEntriesNamed },
  commands: {
    editConfig: (command) => command.path[0] === "servers",
    testServer: true,
    tryServer: true,
    serverAdded: ({ window }, shown) => window === shown.id,
    /** Asks which environment the rules give the server's name. */
    tryRules: ({ draft }) => draft === undefined,
    openQuery: ({ server }, { params }) => server === params.server,
    openTunnel: ({ server }, { params }) => server === params.server,
    setPassword: true,
    forgetPassword: true,
  },
});

/** The model of the server page. */
export type ServerModel = ModelOf<typeof serverPage>;
