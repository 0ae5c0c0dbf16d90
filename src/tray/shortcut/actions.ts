import { actionEntryId } from "../../core/state/selectors.ts";
import type { ActionState, ExtensionState, Problem } from "../../core/state/state.ts";
import type { Store } from "../../core/state/store.ts";
import { oneLine } from "../../core/text/outside.ts";
import { createShortcut, type GlobalShortcut } from "./mod.ts";
import { SHORTCUT_PROBLEM } from "./problem.ts";

/** Maximum length of each name in a question of the desktop, in UTF-16 units. */
const MAX_NAME_LENGTH = 60;

/** Events of the shortcuts of actions. */
interface ActionShortcutEvents {
  run(extension: string, action: string): void;
  /** A shortcut cannot be used; null when it can. Each action has its own `code`. */
  onProblem(code: string, problem: Problem | null): void;
  /**
   * The desktop uses other keys than the requested ones for an action, in the desktop's own words; null when
   * it uses the requested keys.
   */
  onKeys(id: string, keys: string | null): void;
}

/** Listens to the shortcuts of actions that the state names, as long as those actions exist. */
export function followActionShortcuts(
  store: Store,
  { run, onProblem, onKeys }: ActionShortcutEvents,
  make: typeof createShortcut = createShortcut,
): { stop(): Promise<void> } {
  const listening = new Map<string, { readonly shortcut: GlobalShortcut; keys: string }>();
  const ending = new Set<Promise<void>>();

  function follow(): void {
    const { personal, extensions } = store.get();
    const wanted = new Map<string, { keys: string; extension: ExtensionState; action: ActionState }>();
    for (const extension of extensions) {
      for (const action of extension.actions) {
        const id = actionEntryId(extension.id, action.id);
        const keys = Object.hasOwn(personal.shortcuts, id) ? personal.shortcuts[id] : undefined;
        if (keys !== undefined) wanted.set(id, { keys, extension, action });
      }
    }
    for (const [id, { shortcut }] of listening) {
      if (wanted.has(id)) continue;
      listening.delete(id);
      const stopped = shortcut.stop();
      ending.add(stopped);
      void stopped.finally(() => ending.delete(stopped));
      onProblem(`${SHORTCUT_PROBLEM}-${id}`, null);
      onKeys(id, null);
    }
    for (const [id, { keys, extension, action }] of wanted) {
      const code = `${SHORTCUT_PROBLEM}-${id}`;
      const one = listening.get(id) ?? {
        shortcut: make({
          purpose: { id, description: purposeOf(extension, action) },
          onPress: () => run(extension.id, action.id),
          onProblem: (problem) => onProblem(code, problem && { ...problem, code }),
          onKeys: (keys) => onKeys(id, keys),
        }),
        keys,
      };
      listening.set(id, one);
      one.keys = keys;
      // Keys that another action gives up are taken until the system has released them, so set new keys after
      // that. Setting the same keys twice does nothing.
      const set = () => void (listening.get(id) === one && one.shortcut.set(one.keys));
      if (ending.size === 0) set();
      else void Promise.all(ending).then(set);
    }
  }

  const unsubscribe = store.subscribe((state, before) => {
    if (state.personal !== before.personal || state.extensions !== before.extensions) follow();
  });
  follow();
  return {
    async stop() {
      unsubscribe();
      await Promise.all([...ending, ...[...listening.values()].map(({ shortcut }) => shortcut.stop())]);
    },
  };
}

/**
 * Returns the description that a desktop shows: `Run “Deploy” of Toolbox with Kedge`. The authors of
 * extensions write both names, so they are shortened.
 */
function purposeOf(extension: ExtensionState, action: ActionState): string {
  const name = (text: string) => oneLine(text, { longest: MAX_NAME_LENGTH });
  return `Run “${name(action.label)}” of ${name(extension.name)} with Kedge`;
}
