import { engineAndAddress, ENGINES } from "../../core/sql/engines/mod.ts";
import { servers } from "../../core/state/selectors.ts";
import type { AppState, ServerState } from "../../core/state/state.ts";
import {
  commandItem,
  grouped,
  inId,
  limited,
  type MenuItem,
  menuLabel,
  note,
  notes,
  pageItem,
  wrappedLines,
} from "./item.ts";

/** Returns the menu of servers, each with its query window, its test, its password and the result of the last test. */
export function serversMenu(state: AppState): MenuItem {
  const items = limited(servers(state), serverItem, { id: "servers", filter: "servers" });
  const add = pageItem("servers:add", "Add server…", "server");
  return { id: "servers", label: "Servers", items: grouped("servers", [items, [add]]) };
}

function serverItem(server: ServerState): MenuItem {
  const id = `server:${inId(server.name)}`;
  const testing = server.test.status === "running";
  const test = testing ? "Testing…" : "Test connection";
  const on = { server: server.name };
  return {
    id,
    label: `${menuLabel(server.name, 40)} · ${outcome(server)}`,
    items: grouped(id, [
      [
        note(`${id}:address`, menuLabel([server.env, engineAndAddress(server)].filter(Boolean).join(" · "))),
        ...notes(`${id}:outcome`, lastTest(server)),
      ],
      [
        commandItem(`${id}:query`, "Query…", { name: "openQuery", ...on }),
        ...(server.via === undefined
          ? []
          : [commandItem(`${id}:tunnel`, "Tunnel for other programs…", { name: "openTunnel", ...on })]),
        { ...commandItem(`${id}:test`, test, { name: "testServer", ...on }), enabled: !testing },
        commandItem(`${id}:set`, "Set password…", { name: "setPassword", ...on }),
        commandItem(`${id}:forget`, "Forget password", { name: "forgetPassword", ...on }),
        pageItem(`${id}:edit`, "Edit…", "server", on),
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
