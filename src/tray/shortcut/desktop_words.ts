import { parseShortcut, type Shortcut } from "../../core/config/mod.ts";
import { oneLine } from "../../core/text/outside.ts";
import { acceleratorsIn } from "./accelerator.ts";
import { triggerOf } from "./trigger.ts";

/** Maximum length of a combination in a desktop's words, in UTF-16 units. */
const MAX_LENGTH = 40;

/** Returns the combinations in a desktop's text such as Plasma's `Meta+K; Ctrl+Alt+K`. */
function combinationsIn(words: string): string[] {
  return words.split(/[;,]\s+/).map((one) => one.trim()).filter(Boolean);
}

/** Whether a desktop's description of its combinations, in any language, may mean the wanted one. */
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

/**
 * Returns the first combination in a desktop's description when none of them is the wanted one. Returns null
 * when one is or may be the wanted one.
 */
export function othersIn(words: string, wanted: Shortcut): string | null {
  // GNOME's descriptions are exact, and `outcome` has already compared them.
  if (acceleratorsIn(words).length > 0) return null;
  const all = combinationsIn(words);
  return all.length > 0 && all.every((one) => isOther(one, wanted))
    ? oneLine(all[0]!, { longest: MAX_LENGTH }).replace(/\+\+$/, "+Plus")
    : null;
}

/**
 * Whether a combination surely differs from the wanted one. `Strg+Umschalt+K` is `Ctrl+Shift+K` in German, so
 * only known key names and the number of keys are compared.
 */
function isOther(words: string, wanted: Shortcut): boolean {
  const read = parseShortcut(words);
  if (read.ok && read.shortcut) return triggerOf(read.shortcut) !== triggerOf(wanted);
  const theirs = partsOf(words), ours = triggerOf(wanted).split("+");
  if (theirs.length !== ours.length) return true;
  if (theirs.slice(0, -1).some((name) => !ours.includes(modifierOf(name) ?? ours[0]!))) return true;
  const their = theirs.at(-1)!.toLowerCase(), our = wanted.key.toLowerCase();
  return isSign(their) || isSign(our) ? their !== our : false;
}

/** Returns a modifier in the spelling of triggers, for its English name; null for other names. */
function modifierOf(name: string): string | null {
  const read = parseShortcut(`${name}+F1`);
  return read.ok && read.shortcut ? triggerOf(read.shortcut).split("+")[0]! : null;
}

const partsOf = (words: string) => words.split("+").map((part) => part.trim());

/** Whether a key is a letter or a digit, whose name is the same in every language. */
const isSign = (key: string) => /^[\p{L}\d]$/u.test(key);
