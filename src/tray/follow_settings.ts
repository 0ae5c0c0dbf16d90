import { isWrong } from "../core/state/may_send.ts";
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
    // Defaults replace a configuration that cannot be read and values that are wrong. They must not switch on
    // what the file switches off.
    if (config.status === "stale") return;
    const { launchAtStartup, linksEnabled } = config.value;
    if (!launchAtStartup || !isWrong(config, "launchAtStartup")) void login.set(launchAtStartup);
    void links.set(linksEnabled);
  };
  follow(store.get());
  return store.subscribe((state, before) => {
    const { value, status, diagnostics } = before.config, { config } = state;
    // A mended value may equal the default that stood for the wrong one.
    if (config.value !== value || config.status !== status || config.diagnostics !== diagnostics) {
      follow(state);
    }
  });
}
