import type { SessionType } from "../../core/platform/mod.ts";
import type { Backend, BackendEvents, Bound } from "./backend.ts";
import { createX11Backend } from "./x11.ts";

/** The shortcut on Linux: the X server where there is one, else how the desktop itself can do it. */
export function createLinuxBackend(session: SessionType, display: string, events: BackendEvents): Backend {
  return session === "x11" ? createX11Backend(display, events) : {
    bind: (shortcut) => Promise.resolve<Bound>(shortcut ? unsupported(session) : { ok: true }),
    stop: () => Promise.resolve(),
  };
}

/** Why there is no shortcut in such a session, and the way round. */
export function unsupported(session: SessionType): Bound {
  return session === "wayland"
    ? {
      ok: false,
      message: "Programs cannot register global shortcuts on Wayland",
      hint: "In your desktop's keyboard settings, add a shortcut that runs: kedge --toggle",
    }
    : {
      ok: false,
      message: "There is no display, so no global shortcut",
      hint: "Start Kedge in a desktop session, or use kedge --browser",
    };
}
