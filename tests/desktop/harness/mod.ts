/**
 * A private desktop for tests: its own X server, session bus, window manager, panel, home and runtime folder.
 * Nothing of the developer's own session is read or changed.
 */
export { copied } from "./copied.ts";
export { type Desktop, type DesktopOptions, type Home, startDesktop } from "./desktop.ts";
export { startKeyring } from "./keyring.ts";
export type { Running } from "./process.ts";
export type { Place } from "./display.ts";
export { type Window } from "./windows.ts";
export { waitFor } from "./wait.ts";
