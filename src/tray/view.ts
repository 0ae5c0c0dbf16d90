import { type AppState, ENDED } from "../core/state/state.ts";
import type { IconState } from "./icon/mod.ts";
import { menu, type MenuItem } from "./menu/mod.ts";
import { counted } from "./menu/text.ts";

/** Everything a tray shows. */
export interface TrayView {
  readonly icon: IconState;
  /** One line for the pointer that rests on the icon, and for screen readers. */
  readonly tooltip: string;
  readonly menu: readonly MenuItem[];
}

/** The tray that shows this state. */
export function trayView(state: AppState): TrayView {
  const waiting = state.dialogs.length + state.reviews.filter((review) => review.status === "ready").length;
  const running = state.runs.filter((run) => !ENDED.has(run.status)).length;
  const stale = state.config.status === "stale";
  const facts = [
    ...(waiting > 0 ? [`${counted(waiting, "question")} for you`] : []),
    ...(running > 0 ? [`${counted(running, "action")} running`] : []),
    ...(stale ? ["config.json has an error"] : []),
  ];
  return {
    icon: waiting > 0 || stale ? "attention" : running > 0 ? "running" : "idle",
    tooltip: facts.length > 0 ? `Kedge: ${facts.join(", ")}` : "Kedge",
    menu: menu(state),
  };
}
