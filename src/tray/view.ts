import { isPending } from "../core/gate/proposals.ts";
import { activeRuns } from "../core/state/selectors.ts";
import { signInWords } from "../core/state/sign_in_words.ts";
import type { AppState } from "../core/state/state.ts";
import type { IconState } from "./icon/mod.ts";
import { menu, type MenuItem } from "./menu/mod.ts";
import { counted } from "./menu/item.ts";

/** Everything that a tray shows. */
export interface TrayView {
  readonly icon: IconState;
  /** Tooltip of the icon, one line; screen readers say it too. */
  readonly tooltip: string;
  readonly menu: readonly MenuItem[];
}

/** Returns the tray's view of a state. `now` is in ms since 1970. */
export function trayView(state: AppState, now = Date.now()): TrayView {
  const waiting = state.dialogs.length + state.reviews.filter((review) => review.status === "ready").length;
  const running = activeRuns(state).length;
  const working = state.agents.callers.filter(({ working }) => working !== "").length;
  const proposed = state.agents.proposals.filter(isPending).length;
  const stopped = state.gate.on && state.gate.stopped;
  const stale = state.config.status === "stale";
  const changed = state.extensions.filter(({ trust }) => trust === "changed").length;
  const withdrawn = state.extensions.filter((one) => one.withdrawn).length;
  const { line, needed } = signInWords(state.signIn, now);
  const portal = state.signIn.until !== undefined || needed;
  const facts = [
    ...(waiting > 0 ? [`${counted(waiting, "question")} for you`] : []),
    ...(proposed > 0 ? [`${counted(proposed, "write")} of agents for you`] : []),
    ...(running > 0 ? [`${counted(running, "action")} running`] : []),
    ...(working > 0 ? [`${counted(working, "agent")} at work`] : []),
    ...(stopped ? ["agents stopped"] : []),
    ...(changed > 0 ? [`${counted(changed, "extension")} changed on disk`] : []),
    ...(withdrawn > 0 ? [`${counted(withdrawn, "extension")} withdrawn`] : []),
    ...(state.updates.length > 0 ? [counted(state.updates.length, "update")] : []),
    ...(stale ? ["config.json has an error"] : []),
    ...(portal ? [line] : []),
  ];
  return {
    icon: waiting > 0 || proposed > 0 || changed > 0 || withdrawn > 0 || stale
      ? "attention"
      : running > 0 || working > 0
      ? "running"
      : needed
      ? "signed-out"
      : "idle",
    tooltip: facts.length > 0 ? `Kedge: ${facts.join(", ")}` : "Kedge",
    menu: menu(state, now),
  };
}
