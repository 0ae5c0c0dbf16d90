import { parseLink } from "../../../src/core/links/link.ts";
import type { LinksState } from "../../../src/core/state/links.ts";
import type { Scene } from "./scenes.ts";
import { fullState } from "./state.ts";

const SHA256 = "3b7a5d0c".repeat(8);

function scene(name: string, text: string, more: Partial<LinksState> = {}, from = "firefox"): Scene {
  const first = { id: "link-1", text, read: parseLink(text), from };
  const { waiting = [], dropped = 0 } = more;
  return {
    name: `link-${name}`,
    page: "link",
    params: { link: first.id },
    state: fullState({ links: { waiting: [first, ...waiting], dropped } }),
    width: 420,
    height: 260,
  };
}

const other = (id: string) => ({ id, text: `kedge://${id}`, read: { fault: "" } });

/** Scenes of links that other programs have opened. */
export const linkScenes: readonly Scene[] = [
  scene(
    "review",
    `kedge://review?url=https%3A%2F%2Ffiles.example.com%2Fplatform%2Fkey-rotation-0.4.2.kedgeext&sha256=${SHA256}`,
  ),
  scene(
    "run",
    "kedge://run/orders/refund?order=A-1002&reason=Arrived%20broken%0Aand%20late&notify=true",
    { waiting: [other("a"), other("b")], dropped: 14 },
    "slack",
  ),
  scene("run-nothing-filled", "kedge://run/key-rotation/report"),
  scene("account", "kedge://open/account/123456789012/secrets?region=eu-central-1"),
  scene("server", "kedge://open/server/Warehouse"),
  scene("page", "kedge://open/page/settings"),
  scene("not-there", "kedge://run/backup/restore?name=orders"),
  scene("nowhere", "kedge://review?url=http%3A%2F%2Ffiles.example.com%2Fx.kedgeext&sha256=1"),
];
