import type { SessionType } from "../../core/platform/mod.ts";
import { createPortal, type Portal } from "./portal.ts";
import type { Backend, BackendEvents, Bound } from "./backend.ts";
import { toggleCommand } from "../toggle_command.ts";
import { createX11Backend } from "./x11.ts";

/** All shortcuts of the process are asked for together. */
let portal: Portal | null = null;

/** The shortcut on Linux: the X server, on Wayland the desktop's portal, and where there is none how the desktop can do it. */
export function createLinuxBackend(session: SessionType, display: string, events: BackendEvents): Backend {
  if (session === "x11") return createX11Backend(display, events);
  if (session === "wayland") return (portal ??= createPortal()).backend(events, () => unsupported(session));
  return {
    bind: (shortcut) => Promise.resolve<Bound>(shortcut ? unsupported(session) : { ok: true }),
    stop: () => Promise.resolve(),
  };
}

/** Why there is no shortcut in such a session, and the way round. */
export function unsupported(session: SessionType): Bound {
  return session === "wayland"
    ? {
      ok: false,
      message: "This desktop lets no program register global shortcuts",
      hint: `In your desktop's keyboard settings, add a shortcut that runs: ${toggleCommand()}`,
    }
    : {
      ok: false,
      message: "There is no display, so no global shortcut",
      hint: "Start Kedge in a desktop session, or use kedge --browser",
    };
}
