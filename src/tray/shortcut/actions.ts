import type { Problem } from "../../core/state/state.ts";
import type { Store } from "../../core/state/store.ts";
import { createShortcut, type GlobalShortcut } from "./mod.ts";
import { SHORTCUT_PROBLEM } from "./problem.ts";

/** What runs actions by their own keys. */
interface ActionShortcutEvents {
  run(extension: string, action: string): void;
  /** Keys cannot be used, or (null) can be; `code` is each action's own. */
  onProblem(code: string, problem: Problem | null): void;
}

/** Listens to the keys that actions have of their own, as the state says, for as long as the actions are there. */
export function followActionShortcuts(
  store: Store,
  { run, onProblem }: ActionShortcutEvents,
  make: typeof createShortcut = createShortcut,
): { stop(): Promise<void> } {
  const listening = new Map<string, GlobalShortcut>();
  const ending = new Set<Promise<void>>();

  function follow(): void {
    const { personal, extensions } = store.get();
    const wanted = new Map<string, [keys: string, extension: string, action: string]>();
    for (const extension of extensions) {
      for (const action of extension.actions) {
        const id = `action:${extension.id}/${action.id}`;
        const keys = Object.hasOwn(personal.shortcuts, id) ? personal.shortcuts[id] : undefined;
        if (keys !== undefined) wanted.set(id, [keys, extension.id, action.id]);
      }
    }
    for (const [id, shortcut] of listening) {
      if (wanted.has(id)) continue;
      listening.delete(id);
      const stopped = shortcut.stop();
      ending.add(stopped);
      void stopped.finally(() => ending.delete(stopped));
      onProblem(`${SHORTCUT_PROBLEM}-${id}`, null);
    }
    for (const [id, [keys, extension, action]] of wanted) {
      const code = `${SHORTCUT_PROBLEM}-${id}`;
      let shortcut = listening.get(id);
      if (!shortcut) {
        shortcut = make({
          onPress: () => run(extension, action),
          onProblem: (problem) => onProblem(code, problem && { ...problem, code }),
        });
        listening.set(id, shortcut);
      }
      // Setting the same keys again changes nothing.
      void shortcut.set(keys);
    }
  }

  const unsubscribe = store.subscribe((state, before) => {
    if (state.personal !== before.personal || state.extensions !== before.extensions) follow();
  });
  follow();
  return {
    async stop() {
      unsubscribe();
      await Promise.all([...ending, ...[...listening.values()].map((shortcut) => shortcut.stop())]);
    },
  };
}
