/** Code of the problem that a global shortcut cannot be used. */
export const SHORTCUT_PROBLEM = "shortcut-unavailable";
