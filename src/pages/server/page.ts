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
        config.diagnostics,
        server,
      ],
      (document, diagnostics, server) => {
        const list = listOf(document, "servers");
        const at = list.findIndex((raw) => server !== undefined && asEntry(raw).name === server);
        return at < 0 ? { at: list.length, entry: null, problems: [] } : {
          at,
          entry: asEntry(list[at]),
          problems: diagnostics.filter(({ path }) => path[0] === "servers" && path[1] === at),
        };
      },
    );
    return (state, { params }) => ({
      server: servers(state).find(({ name }) => name === params.server) ?? null,
      /**
       * The server's entry with its index and problems in the file; without one, null and the index of the next
       * entry. An entry that is wrong has no server.
       */
      inFile: inFile({ config: state.config, server: params.server }),
    });
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
