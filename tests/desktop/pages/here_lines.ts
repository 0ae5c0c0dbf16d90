import { iconOfVerb } from "../../../src/ui/here_icon.ts";
import type { Tab } from "../../support/browser/mod.ts";
import type { Scene } from "../gallery/scenes.ts";

/** Pages whose Ctrl+K is the palette, or goes to what is done in it. */
const OTHER_PAGES: ReadonlySet<string> = new Set(["home", "palette"]);
/** Scenes in which every key is what is recorded. */
const RECORDING: ReadonlySet<string> = new Set(["settings-recording"]);

/** The icon of what begins with no verb. */
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

/** Texts of users' own may hold what words of Kedge's must not. */
const OWN_TEXT = /^(Show|Go to|Edit|Open|Cancel the tunnel|Run|Do not tell) /;

/** What is wrong with the list of Ctrl+K: lines that begin with no verb, that are there twice, or whose keys are another's. */
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
