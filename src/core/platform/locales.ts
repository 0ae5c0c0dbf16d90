import type { Locales } from "../text/locale.ts";

/** Scripts by the modifier after the `@` in a locale's name. */
const SCRIPTS: Readonly<Record<string, string>> = { latin: "Latn", cyrillic: "Cyrl", devanagari: "Deva" };

/** Returns the locales of the user's system for numbers and times. */
export function systemLocales(): Locales {
  if (Deno.build.os === "linux") return posixLocales((name) => Deno.env.get(name));
  return { numbers: navigator.language, times: navigator.language };
}

/** Returns the locales from the variables of POSIX: `LC_ALL`, then the one of each category, then `LANG`. */
export function posixLocales(variable: (name: string) => string | undefined): Locales {
  const of = (category: string) => {
    const name = [`LC_ALL`, category, "LANG"].map(variable).find((value) => value) ?? "C";
    return languageTag(name);
  };
  return { numbers: of("LC_NUMERIC"), times: of("LC_TIME") };
}

/** Returns `de-DE` for `de_DE.UTF-8`; null for `C`, `POSIX` and anything that is not the name of a locale. */
function languageTag(name: string): string | null {
  const [, language, country, modifier = ""] =
    /^([a-z]{2,3})(?:[_-]([A-Za-z]{2}|[0-9]{3}))?(?:\.[\w-]+)?(?:@(\w+))?$/.exec(name) ?? [];
  if (!language) return null;
  return [language, SCRIPTS[modifier], country?.toUpperCase()].filter(Boolean).join("-");
}
