/**
 * Registers two shortcuts of one program; prints whether the desktop grants them, and each press.
 */
import { createShortcut } from "../../src/tray/shortcut/mod.ts";

const say = (what: string, value: unknown) => console.log(`${what} ${JSON.stringify(value)}`);

const shortcuts = [["open-palette", "Ctrl+Shift+K"], ["action:toolbox/deploy", "Ctrl+Shift+D"]].map(
  ([id, keys]) => {
    const shortcut = createShortcut({
      purpose: { id: id!, description: `Test ${id}` },
      onPress: () => say("press", id),
      onProblem: (problem) => say("told", [id, problem?.message ?? null]),
    });
    return shortcut.set(keys!);
  },
);
await Promise.all(shortcuts);
say("set", shortcuts.length);
