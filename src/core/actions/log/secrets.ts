import { jsonOrNull } from "../../json_values.ts";

/** The secrets that a run has learnt, which its output must not show. */
export type RunSecrets = ReturnType<typeof createSecrets>;

/** Creates an empty set of secrets. */
export function createSecrets() {
  const forms = new Set<string>();
  return {
    /** Hides a secret from now on and, when it is JSON, the texts in it. */
    learn(secret: string): void {
      for (const text of textsOf(secret)) for (const form of formsOf(text)) forms.add(form);
    },
    /** Returns the text with every secret as `•••`, including secrets that overlap. */
    hide(text: string): string {
      const spans: [from: number, to: number][] = [];
      for (const form of forms) {
        for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
          spans.push([at, at + form.length]);
        }
      }
      if (spans.length === 0) return text;
      spans.sort(([a], [b]) => a - b);
      let hidden = "", shown = 0, end = -1;
      for (const [from, to] of spans) {
        if (from >= end) hidden += `${text.slice(shown, from)}•••`;
        shown = end = Math.max(end, to);
      }
      return hidden + text.slice(shown);
    },
    /** Returns where the end of a text starts that may be the beginning of a secret; its length for none. */
    beginningIn(text: string): number {
      let begins = text.length;
      for (const form of forms) {
        const next = (at: number) => text.indexOf(form[0]!, at);
        for (let at = next(text.length - form.length + 1); at >= 0 && at < begins; at = next(at + 1)) {
          if (form.startsWith(text.slice(at))) begins = at;
        }
      }
      return begins;
    },
    /** Returns where the beginning of a text ends that may be the end of a secret; 0 for none. */
    endIn(text: string): number {
      let ends = 0;
      for (const form of forms) {
        const last = (at: number) => at < 0 ? -1 : text.lastIndexOf(form.at(-1)!, at);
        for (let at = last(form.length - 2); at >= ends; at = last(at - 1)) {
          if (form.endsWith(text.slice(0, at + 1))) ends = at + 1;
        }
      }
      return ends;
    },
  };
}

/** Minimum UTF-16 units of a secret and of a text within one: shorter ones would hide half of a log. */
const LEAST = 4, LEAST_WITHIN = 6;
/** Maximum values looked at within one secret; one of Secrets Manager (64 kB) has fewer. */
const MAX_VALUES = 50_000;

/** Returns a secret and the texts anywhere in its JSON, also in a text that is JSON itself. */
function textsOf(secret: string): Set<string> {
  const texts = new Set([secret]);
  const values: unknown[] = [jsonOrNull(secret)];
  for (let at = 0; at < values.length && at < MAX_VALUES; at++) {
    const value = values[at];
    if (typeof value === "string") {
      if (value.length >= LEAST_WITHIN) texts.add(value);
      if (/^\s*[{[]/.test(value)) values.push(jsonOrNull(value));
    } else if (value && typeof value === "object") {
      for (const inner of Object.values(value)) values.push(inner);
    }
  }
  return texts;
}

/** Returns a text and each of its lines, in every form in which an action may print them. */
function formsOf(text: string): string[] {
  const parts = [text, ...text.split(/\r?\n/)].map((part) => part.trim());
  return parts.filter(({ length }) => length >= LEAST)
    .flatMap((part) => [part, ...jsonForms(part), ...urlForms(part)]);
}

/** Returns a text as JavaScript, Go's `%q` and encoder, and Go's `json.Marshal` write it in JSON. */
function jsonForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const plain = json.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  return [json, plain, plain.replace(/[<>&]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`)];
}

/** What stays in a URL besides letters, digits and `-_.~`: in a query, by `encodeURIComponent`, and as Go writes a segment, a password and a path. */
const URL_KEEPS = ["", "!*'()", "$&+=:@", "$&+,;=", "$&+,/:;=@"];

/** Returns a text as URLs contain it. */
function urlForms(text: string): string[] {
  const escaped = encodeURIComponent(text.toWellFormed())
    .replace(/[!*'()]/g, (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`);
  const keeping = (kept: string) =>
    escaped.replace(/%[2-5][0-9A-F]/g, (code) => {
      const character = decodeURIComponent(code);
      return kept.includes(character) ? character : code;
    });
  return [escaped.replaceAll("%20", "+"), ...URL_KEEPS.map(keeping)];
}
