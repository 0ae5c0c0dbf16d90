import type { SessionType } from "../../core/platform/mod.ts";
import { createPortal, type Portal } from "./portal.ts";
import type { Backend, BackendEvents, Bound } from "./backend.ts";
import { toggleCommand } from "../toggle_command.ts";
import { createX11Backend } from "./x11.ts";

/** The one portal session of this process, because the portal binds all shortcuts of a program together. */
let portal: Portal | null = null;

/**
 * Creates the backend of a session on Linux: the X server, or the desktop's portal on Wayland. Without
 * either, binding fails with a hint to the desktop's keyboard settings.
 */
export function createLinuxBackend(session: SessionType, display: string, events: BackendEvents): Backend {
  if (session === "x11") return createX11Backend(display, events);
  if (session === "wayland") return (portal ??= createPortal()).backend(events, () => unsupported(session));
  return {
    bind: (shortcut) => Promise.resolve<Bound>(shortcut ? unsupported(session) : { ok: true }),
    stop: () => Promise.resolve(),
  };
}

/** Returns why a session has no global shortcuts, with the next step. */
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
