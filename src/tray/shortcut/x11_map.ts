import type { Modifier } from "../../core/config/mod.ts";

/** Bits of an X11 modifier mask. */
const SHIFT = 1, LOCK = 2, CONTROL = 4, MOD1 = 8;
const NUM_LOCK = 0xff7f, ALT_LEFT = 0xffe9, SUPER_LEFT = 0xffeb;

/** Keycodes of Linux keyboards (evdev) by the key of a US keyboard, for layouts without Latin letters. */
const US_KEYCODES: Readonly<Record<string, number>> = Object.fromEntries(
  [["1234567890", 10], ["qwertyuiop", 24], ["asdfghjkl", 38], ["zxcvbnm", 52]].flatMap(([row, first]) =>
    [...String(row)].map((key, index) => [key, Number(first) + index])
  ),
);

/** A keyboard as the X server describes it. */
export interface Keyboard {
  /** Keycode of the first row. */
  readonly first: number;
  /** Keysyms of each keycode. */
  readonly rows: readonly (readonly number[])[];
  /** Keycodes of each modifier, from Shift to Mod5. */
  readonly modifiers: readonly (readonly number[])[];
}

/**
 * Returns the keycodes that produce a keysym: those without Shift in the first group; otherwise those in any
 * column; otherwise the key at its position on a US keyboard.
 */
export function keycodesOf(keyboard: Keyboard, keysym: number): number[] {
  const at = (columns: (row: readonly number[]) => readonly (number | undefined)[]) =>
    keyboard.rows.flatMap((row, index) => columns(row).includes(keysym) ? [keyboard.first + index] : []);
  const unshifted = at((row) => [row[0]]);
  if (unshifted.length > 0) return unshifted;
  const anywhere = at((row) => row);
  if (anywhere.length > 0) return anywhere;
  const keycode = US_KEYCODES[String.fromCharCode(keysym)];
  return keycode === undefined ? [] : [keycode];
}

/** Returns the mask bit of the modifier that contains a key of this keysym; 0 when none does. */
export function maskOf(keyboard: Keyboard, keysym: number): number {
  const keycodes = keyboard.rows.flatMap((row, index) =>
    row.includes(keysym) ? [keyboard.first + index] : []
  );
  const bit = keyboard.modifiers.findIndex((held) => held.some((keycode) => keycodes.includes(keycode)));
  return bit < 0 ? 0 : 1 << bit;
}

/** Returns the mask of a shortcut's modifiers on this keyboard. */
export function shortcutMask(keyboard: Keyboard, modifiers: readonly Modifier[]): number {
  const bits: Record<Modifier, number> = {
    ctrl: CONTROL,
    cmdOrCtrl: CONTROL,
    shift: SHIFT,
    alt: maskOf(keyboard, ALT_LEFT) || MOD1,
    // Mod4 is the usual modifier for Super when no key declares it.
    super: maskOf(keyboard, SUPER_LEFT) || 64,
  };
  return modifiers.reduce((mask, modifier) => mask | bits[modifier], 0);
}

/** Returns all masks that are equivalent to `mask`, because Caps Lock and Num Lock may be on. */
export function withLocks(keyboard: Keyboard, mask: number): number[] {
  const numLock = maskOf(keyboard, NUM_LOCK);
  return [...new Set([0, LOCK, numLock, LOCK | numLock])].map((locks) => mask | locks);
}
