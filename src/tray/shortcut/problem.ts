/** The code of the problem that the global shortcut cannot be used. */
export const SHORTCUT_PROBLEM = "shortcut-unavailable";
