import type { ViewEvents } from "../../../../../src/tray/windows/child/toolkit.ts";

/** Listeners of a view that do nothing. */
export const SILENT: ViewEvents = {
  onClose() {},
  onFocus() {},
  onBlur() {},
  onEscape() {},
  onCrash() {},
  onDrop() {},
  mayOpen: () => true,
};
