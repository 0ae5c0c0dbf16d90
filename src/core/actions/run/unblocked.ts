import type { RunClock } from "./clock.ts";
import type { RunSurface } from "./surface.ts";

/**
 * Returns the surface of a run whose clock does not count the time in which showing something blocks this
 * process: a write to a full pipe or a stopped terminal does, and the action waits meanwhile.
 */
export function unblocked(
  surface: RunSurface,
  clock: Pick<RunClock, "forgive">,
  now = () => performance.now(),
): RunSurface {
  /** Must measure in the same turn, before the timer of the clock can fire. */
  function timed(show: () => void): void {
    const since = now();
    show();
    clock.forgive(now() - since);
  }
  return {
    ...surface,
    log: (line, more) => timed(() => surface.log(line, more)),
    toast: (toast, seconds) => timed(() => surface.toast(toast, seconds)),
    dismissToast: (id) => timed(() => surface.dismissToast(id)),
    progress: (progress) => timed(() => surface.progress(progress)),
    button: (button) => timed(() => surface.button(button)),
  };
}
