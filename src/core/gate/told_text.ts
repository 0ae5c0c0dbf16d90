import { hiddenInWords, isSuspect, spelled } from "../text/hidden.ts";

/** A text from outside as an agent is told it: its lines stay, and what cannot be seen in it is spelled out, as `\u202e`. */
export function toldText(text: string): string {
  if (!isSuspect(text, "\t\n")) return text;
  return text.replace(
    hiddenInWords(),
    (found, usual?: string) => usual ?? (/[\t\r\n]/.test(found) ? found : spelled(found)),
  );
}
