import type { AppState } from "../core/state/state.ts";
import type { Store } from "../core/state/store.ts";
import type { LinkHandler } from "./link_handler/handler.ts";
import type { LaunchAtLogin } from "./login_item/mod.ts";
import type { GlobalShortcut } from "./shortcut/mod.ts";

/** Applies the shortcut, the start at login and the start by links of the configuration, now and after each change. */
export function followSettings(
  store: Store,
  shortcut: Pick<GlobalShortcut, "set">,
  login: LaunchAtLogin,
  links: LinkHandler,
): () => void {
  const follow = ({ config }: AppState) => {
    void shortcut.set(config.value.globalShortcut);
    // The defaults replace a configuration that cannot be read. They must not switch on what the file
    // switches off.
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
