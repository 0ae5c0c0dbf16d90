import { iconOfVerb } from "../../../src/ui/here_icon.ts";
import type { Tab } from "../../support/browser/mod.ts";
import type { Scene } from "../gallery/scenes.ts";

/** Pages where Ctrl+K is the palette itself or focuses its field. */
const OTHER_PAGES: ReadonlySet<string> = new Set(["home", "palette"]);
/** Scenes in which every key is recorded. */
const RECORDING: ReadonlySet<string> = new Set(["settings-recording"]);

/** The icon of a line that begins with no verb. */
const NO_VERB = iconOfVerb("");

interface Line {
  readonly name: string;
  readonly detail: string;
  readonly keys: string;
}

const ROWS = `[...document.querySelectorAll(".here [role=option]")].map((row) => ({
  name: row.querySelector(".name").innerText,
  detail: row.querySelector(".quiet").innerText,
  keys: row.querySelector(".kbds")?.innerText.replace(/\\s+/g, " ") ?? "",
}))`;

/** Lines that contain the user's own text, which the rules for Kedge's words do not apply to. */
const OWN_TEXT = /^(Show|Go to|Edit|Open|Cancel the tunnel|Run|Do not tell) /;

/**
 * Returns mistakes in the list of Ctrl+K: lines without a verb, duplicate lines, and keys used
 * twice.
 */
export async function wrongLines(tab: Tab, scene: Scene): Promise<string[]> {
  if (OTHER_PAGES.has(scene.page) || RECORDING.has(scene.name)) return [];
  await tab.press("Control+k");
  await tab.until('document.querySelector(".sheet.here")');
  const lines = await tab.evaluate<Line[]>(ROWS);
  await tab.press("Escape");
  await tab.until('!document.querySelector(".sheet.here")');
  const keys = lines.map((line) => line.keys).filter((keys) => keys !== "");
  const whole = lines.map(({ name, detail }) => `${name} · ${detail}`);
  return [
    ...lines.filter(({ name }) => iconOfVerb(name) === NO_VERB).map(({ name }) => `no verb: ${name}`),
    ...lines.filter(({ name }) => !OWN_TEXT.test(name) && /[…(↵]/.test(name))
      .map(({ name }) => `not only words: ${name}`),
    ...twice(keys).map((keys) => `keys of two lines: ${keys}`),
    ...twice(whole).map((line) => `twice: ${line}`),
  ];
}

const twice = (all: readonly string[]) => all.filter((one, at) => all.indexOf(one) !== at);
