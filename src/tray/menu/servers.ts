import { engineAndAddress, ENGINES } from "../../core/sql/engines/mod.ts";
import { servers } from "../../core/state/selectors.ts";
import type { AppState, ServerState } from "../../core/state/state.ts";
import { grouped, inId, limited, type MenuItem, menuLabel, note, wrappedLines } from "./item.ts";

/** Returns the menu of servers, each with its query window, its test, its password and the result of the last test. */
export function serversMenu(state: AppState): MenuItem {
  const items = limited(servers(state), serverItem, { id: "servers", filter: "servers" });
  const add: MenuItem = {
    id: "servers:add",
    label: "Add server…",
    command: { name: "openWindow", page: "server" },
  };
  return { id: "servers", label: "Servers", items: grouped("servers", [items, [add]]) };
}

function serverItem(server: ServerState): MenuItem {
  const id = `server:${inId(server.name)}`;
  const testing = server.test.status === "running";
  return {
    id,
    label: `${menuLabel(server.name, 40)} · ${outcome(server)}`,
    items: grouped(id, [
      [
        note(`${id}:address`, menuLabel([server.env, engineAndAddress(server)].filter(Boolean).join(" · "))),
        ...lastTest(server).map((line, index) => note(`${id}:outcome:${index}`, line)),
      ],
      [
        {
          id: `${id}:query`,
          label: "Query…",
          command: { name: "openQuery", server: server.name },
        },
        ...(server.via === undefined ? [] : [{
          id: `${id}:tunnel`,
          label: "Tunnel for other programs…",
          command: { name: "openTunnel" as const, server: server.name },
        }]),
        {
          id: `${id}:test`,
          label: testing ? "Testing…" : "Test connection",
          enabled: !testing,
          command: { name: "testServer", server: server.name },
        },
        {
          id: `${id}:set`,
          label: "Set password…",
          command: { name: "setPassword", server: server.name },
        },
        {
          id: `${id}:forget`,
          label: "Forget password",
          command: { name: "forgetPassword", server: server.name },
        },
        {
          id: `${id}:edit`,
          label: "Edit…",
          command: { name: "openWindow", page: "server", params: { server: server.name } },
        },
      ],
    ]),
  };
}

/** Returns the text beside the server's name: the state of its test, or its engine before the first test. */
function outcome(server: ServerState): string {
  switch (server.test.status) {
    case "idle":
      return ENGINES[server.engine].name;
    case "running":
      return "testing…";
    case "ok":
      return `connected in ${Math.round(server.test.ms)} ms`;
    case "failed":
      return "test failed";
  }
}

function lastTest({ test }: ServerState): string[] {
  if (test.status === "ok") return [menuLabel(`✓ ${test.detail}`)];
  if (test.status === "failed") {
    return [...wrappedLines(`✗ ${test.message}`), ...(test.hint ? wrappedLines(test.hint) : [])];
  }
  return [];
}
