import { byteSize } from "../../core/text/byte_size.ts";
import type { AppState } from "../../core/state/state.ts";
import type { TunnelState } from "../../core/state/tunnels.ts";
import {
  commandItem,
  counted,
  grouped,
  limited,
  type MenuItem,
  menuLabel,
  note,
  notes,
  pageItem,
  wrappedLines,
} from "./item.ts";

/**
 * Returns the menu of tunnels for other programs, each with its state and a command that ends it; empty when
 * there is none.
 */
export function tunnelItems({ tunnels }: AppState): MenuItem[] {
  if (tunnels.length === 0) return [];
  return [{
    id: "tunnels",
    label: `Tunnels (${tunnels.length})`,
    items: grouped("tunnels", [
      limited(tunnels, tunnelItem, { id: "tunnels", filter: "tunnels" }),
      [pageItem("tunnels:all", "Show…", "tunnels")],
    ]),
  }];
}

function tunnelItem({ id: tunnel, name, status, step, port, via, traffic, fault }: TunnelState): MenuItem {
  const id = `tunnel:${tunnel}`;
  const where = port === null ? status === "failed" ? "failed" : "opening…" : `127.0.0.1:${port}`;
  const end = status === "opening" ? "Cancel" : status === "failed" ? "Remove" : "End";
  const { connections, sent, received } = traffic;
  return {
    id,
    label: `${menuLabel(name, 40)} · ${where}`,
    items: grouped(id, [
      [
        note(`${id}:via`, menuLabel(`Through ${via}`)),
        ...(port === null ? [] : [
          note(
            `${id}:traffic`,
            `${counted(connections, "connection")} · ${byteSize(received)} in, ${byteSize(sent)} out`,
          ),
        ]),
        ...(step === "" ? [] : [note(`${id}:step`, menuLabel(step))]),
        ...(fault ? notes(`${id}:fault`, wrappedLines(fault.message)) : []),
      ],
      [commandItem(`${id}:end`, end, { name: "endTunnel", tunnel })],
    ]),
  };
}
