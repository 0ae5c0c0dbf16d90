import { parseShortcut, type Shortcut } from "../../core/config/mod.ts";
import { oneLine } from "../../core/text/outside.ts";
import { acceleratorsIn } from "./accelerator.ts";
import { triggerOf } from "./trigger.ts";

/** UTF-16 units of a combination in a desktop's words, at most. */
const LONGEST = 40;

/** The combinations in words such as Plasma's `Meta+K; Ctrl+Alt+K`. */
function combinationsIn(words: string): string[] {
  return words.split(/[;,]\s+/).map((one) => one.trim()).filter(Boolean);
}

/** Whether a desktop's words for its combinations, of any language, have this one, or leave that open. */
export function mayMean(words: string, wanted: Shortcut): boolean {
  const all = combinationsIn(words);
  return all.length === 0 || all.some((one) => mayBe(one, wanted));
}

function mayBe(words: string, wanted: Shortcut): boolean {
  const [theirs, ours] = [words, wanted.text].map(partsOf);
  const [their, our] = [theirs, ours].map((parts) => parts!.at(-1)!.toLowerCase());
  if (![their, our].every((key) => isSign(key!))) return true;
  return their === our && theirs!.length === ours!.length;
}

/** The first combination in a desktop's words, where none of them is the wanted one; null where one is, as far as can be told. */
export function othersIn(words: string, wanted: Shortcut): string | null {
  // What GNOME tells leaves nothing open, and was compared.
  if (acceleratorsIn(words).length > 0) return null;
  const all = combinationsIn(words);
  return all.length > 0 && all.every((one) => isOther(one, wanted))
    ? oneLine(all[0]!, { longest: LONGEST }).replace(/\+\+$/, "+Plus")
    : null;
}

/** Whether a combination is another one. `Strg+Umschalt+K` is `Ctrl+Shift+K`: only names that are known count, and how many there are. */
function isOther(words: string, wanted: Shortcut): boolean {
  const read = parseShortcut(words);
  if (read.ok && read.shortcut) return triggerOf(read.shortcut) !== triggerOf(wanted);
  const theirs = partsOf(words), ours = triggerOf(wanted).split("+");
  if (theirs.length !== ours.length) return true;
  if (theirs.slice(0, -1).some((name) => !ours.includes(modifierOf(name) ?? ours[0]!))) return true;
  const their = theirs.at(-1)!.toLowerCase(), our = wanted.key.toLowerCase();
  return isSign(their) || isSign(our) ? their !== our : false;
}

/** A modifier by its English name, as combinations have it. */
function modifierOf(name: string): string | null {
  const read = parseShortcut(`${name}+F1`);
  return read.ok && read.shortcut ? triggerOf(read.shortcut).split("+")[0]! : null;
}

const partsOf = (words: string) => words.split("+").map((part) => part.trim());

/** A letter or a digit: it has the same name in every language. */
const isSign = (key: string) => /^[\p{L}\d]$/u.test(key);
