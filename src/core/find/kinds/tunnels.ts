import type { AppState } from "../../state/state.ts";
import { selector } from "../../state/selector.ts";
import { byteSize } from "../../text/byte_size.ts";
import { entryKind } from "../entry.ts";

const open = selector(
  ({ tunnels }: AppState) => [tunnels],
  (tunnels) =>
    tunnels.map(({ id, name, env, status, port, traffic: { received, sent } }) => ({
      id,
      title: name,
      env,
      detail: port === null
        ? status === "failed" ? "did not come about" : "is being opened"
        : `127.0.0.1:${port} · ${byteSize(received)} in, ${byteSize(sent)} out`,
    })),
);

/** Open tunnels for other programs. */
export const tunnels = entryKind<ReturnType<typeof open>[number]>({
  label: "Tunnel",
  heading: "Tunnels",
  weight: 0.4,
  items: open,
  id: ({ id }) => `tunnel:${id}`,
  title: ({ title }) => title,
  around: ({ detail }) => `tunnel port ${detail}`,
  entry: ({ id, detail, env }) => ({
    detail,
    verb: "Show",
    icon: "server",
    env,
    command: { name: "openWindow", page: "tunnels" },
    more: [{ label: "End", shortcut: "Mod+Delete", command: { name: "endTunnel", tunnel: id } }],
  }),
});
