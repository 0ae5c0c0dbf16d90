import assert from "node:assert/strict";
import { posixLocales } from "../../../../src/core/platform/locales.ts";
import {
  formatDate,
  formatMilliseconds,
  formatMoment,
  formatNumber,
  formatSeconds,
  formatTime,
  useLocales,
} from "../../../../src/core/text/locale.ts";
import { readSources } from "../../../support/house/sources.ts";

const AT = new Date(2026, 10, 23, 18, 47, 5, 120).getTime();
const MIDNIGHT = new Date(2026, 10, 23, 0, 5).getTime();

/** Each locale with all its forms; wide and narrow spaces count as spaces. */
const FORMS: Record<string, readonly [locale: string | null, ...forms: string[]]> = {
  "the plain form": [null, "1,234,567", "0.50", "18:47", "18:47:05", "18:47:05.120", "2026-11-23", "00:05"],
  "German": ["de-DE", "1.234.567", "0,50", "18:47", "18:47:05", "18:47:05,120", "23.11.2026", "00:05"],
  "American": [
    "en-US",
    "1,234,567",
    "0.50",
    "06:47 PM",
    "06:47:05 PM",
    "06:47:05.120 PM",
    "11/23/2026",
    "12:05 AM",
  ],
  "French": ["fr-FR", "1 234 567", "0,50", "18:47", "18:47:05", "18:47:05,120", "23/11/2026", "00:05"],
  "Egyptian, in digits that English text has": ["ar-EG", "1,234,567", "0.50"],
  "no locale at all": ["nonsense-", "1,234,567", "0.50", "18:47"],
};
for (const [name, [locale, ...expected]] of Object.entries(FORMS)) {
  Deno.test(`useLocales() has numbers and times written in ${name}`, () => {
    useLocales({ numbers: locale, times: locale });
    try {
      const forms = [
        formatNumber(1_234_567),
        formatNumber(0.5, 2),
        formatTime(AT),
        formatSeconds(AT),
        formatMilliseconds(AT),
        formatDate(AT),
        formatTime(MIDNIGHT),
      ].map((text) => text.replace(/\s/g, " "));
      assert.deepEqual(forms.slice(0, expected.length), expected);
    } finally {
      useLocales({ numbers: null, times: null });
    }
  });
}

Deno.test("useLocales() keeps numbers and times apart, and changes what was formed before", () => {
  assert.equal(formatNumber(1200), "1,200");
  useLocales({ numbers: "de-DE", times: null });
  assert.deepEqual([formatNumber(1200), formatMoment(AT)], ["1.200", "2026-11-23 18:47"]);
  useLocales({ numbers: null, times: null });
  assert.equal(formatNumber(1200), "1,200");
});

const VARIABLES: Record<string, [Record<string, string>, numbers: string | null, times: string | null]> = {
  "nothing set": [{}, null, null],
  "C": [{ LANG: "C.UTF-8" }, null, null],
  "POSIX": [{ LANG: "de_DE.UTF-8", LC_ALL: "POSIX" }, null, null],
  "LANG": [{ LANG: "de_DE.UTF-8" }, "de-DE", "de-DE"],
  "a category": [{ LANG: "en_US.UTF-8", LC_TIME: "de_DE.UTF-8" }, "en-US", "de-DE"],
  "LC_ALL": [{ LANG: "en_US.UTF-8", LC_TIME: "fr_FR", LC_ALL: "de_DE@euro" }, "de-DE", "de-DE"],
  "an empty variable": [{ LC_ALL: "", LANG: "ja_JP.UTF-8" }, "ja-JP", "ja-JP"],
  "a script": [{ LANG: "sr_RS@latin" }, "sr-Latn-RS", "sr-Latn-RS"],
  "a language alone": [{ LANG: "eo" }, "eo", "eo"],
  "what is no locale": [{ LANG: "../../etc" }, null, null],
};
for (const [name, [variables, numbers, times]] of Object.entries(VARIABLES)) {
  Deno.test(`posixLocales() reads ${name}`, () => {
    assert.deepEqual(posixLocales((key) => variables[key]), { numbers, times });
  });
}

Deno.test("numbers, dates and times are formed in one place", async () => {
  const own = /\.toLocale(Date|Time)?String\(|\.to(Date|Time)String\(|\bIntl\.(?!Segmenter)|\.getHours\(/g;
  const found = (await readSources("src")).filter(({ path }) =>
    path.startsWith("src/") && path !== "src/core/text/locale.ts"
  )
    .flatMap(({ path, code }) => [...code.matchAll(own)].map(([text]) => `${path}: ${text}`));
  assert.deepEqual(found, []);
});
