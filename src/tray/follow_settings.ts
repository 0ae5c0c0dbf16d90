import type { AppState } from "../core/state/state.ts";
import type { Store } from "../core/state/store.ts";
import type { LinkHandler } from "./link_handler/handler.ts";
import type { LaunchAtLogin } from "./login_item/mod.ts";
import type { GlobalShortcut } from "./shortcut/mod.ts";

/** Keeps the shortcut, the start at login and the start by links as the configuration says, now and with each change. */
export function followSettings(
  store: Store,
  shortcut: Pick<GlobalShortcut, "set">,
  login: LaunchAtLogin,
  links: LinkHandler,
): () => void {
  const follow = ({ config }: AppState) => {
    void shortcut.set(config.value.globalShortcut);
    // Defaults stand in for a file that cannot be read: they must not switch on what the file has off.
    if (config.status === "stale") return;
    void login.set(config.value.launchAtStartup);
    void links.set(config.value.linksEnabled);
  };
  follow(store.get());
  return store.subscribe((state, before) => {
    if (state.config.value !== before.config.value || state.config.status !== before.config.status) {
      follow(state);
    }
  });
}
