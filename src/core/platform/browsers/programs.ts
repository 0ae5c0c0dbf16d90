import type { Env } from "../system.ts";

/** A browser whose profiles Kedge can use. */
export interface Browser {
  /** The id under which the user's choice is saved. */
  readonly id: Id;
  readonly label: string;
  /** Its programs: names to look up, or absolute paths; the first one that exists is used. */
  readonly programs: readonly string[];
  /** The kind of its profiles, and the folder that contains them. */
  readonly kind: "chromium" | "firefox";
  readonly folder: string;
}

type Id = typeof BROWSERS[number][0];

type Places = Readonly<Record<Id, readonly [programs: readonly string[], folder: string]>>;

const BROWSERS = [
  ["chrome", "Chrome", "chromium"],
  ["chromium", "Chromium", "chromium"],
  ["edge", "Edge", "chromium"],
  ["brave", "Brave", "chromium"],
  ["vivaldi", "Vivaldi", "chromium"],
  ["firefox", "Firefox", "firefox"],
] as const;

/** Returns the known browsers, each with the folder of its profiles. */
export function browserPrograms(system: "linux" | "darwin" | "windows", env: Env): readonly Browser[] {
  const places = { linux, darwin, windows }[system](env);
  return BROWSERS.map(([id, label, kind]) => {
    const [programs, folder] = places[id];
    return { id, label, kind, programs, folder };
  });
}

function linux(env: Env): Places {
  const home = env.HOME ?? "";
  const config = env.XDG_CONFIG_HOME || `${home}/.config`;
  return {
    chrome: [["google-chrome", "google-chrome-stable"], `${config}/google-chrome`],
    chromium: [["chromium", "chromium-browser"], `${config}/chromium`],
    edge: [["microsoft-edge", "microsoft-edge-stable"], `${config}/microsoft-edge`],
    brave: [["brave-browser", "brave"], `${config}/BraveSoftware/Brave-Browser`],
    vivaldi: [["vivaldi", "vivaldi-stable"], `${config}/vivaldi`],
    firefox: [["firefox", "firefox-esr"], `${home}/.mozilla/firefox`],
  };
}

function darwin(env: Env): Places {
  const support = `${env.HOME ?? ""}/Library/Application Support`;
  const app = (name: string, program = name) => [`/Applications/${name}.app/Contents/MacOS/${program}`];
  return {
    chrome: [app("Google Chrome"), `${support}/Google/Chrome`],
    chromium: [app("Chromium"), `${support}/Chromium`],
    edge: [app("Microsoft Edge"), `${support}/Microsoft Edge`],
    brave: [app("Brave Browser"), `${support}/BraveSoftware/Brave-Browser`],
    vivaldi: [app("Vivaldi"), `${support}/Vivaldi`],
    firefox: [app("Firefox", "firefox"), `${support}/Firefox`],
  };
}

function windows(env: Env): Places {
  const local = env.LOCALAPPDATA ?? "", roaming = env.APPDATA ?? "";
  const programs = (path: string) =>
    [env.ProgramFiles, env["ProgramFiles(x86)"], local].flatMap((folder) =>
      folder ? [`${folder}\\${path}`] : []
    );
  const chromium = (name: string, program: string) =>
    [programs(`${name}\\Application\\${program}`), `${local}\\${name}\\User Data`] as const;
  return {
    chrome: chromium("Google\\Chrome", "chrome.exe"),
    chromium: chromium("Chromium", "chrome.exe"),
    edge: chromium("Microsoft\\Edge", "msedge.exe"),
    brave: chromium("BraveSoftware\\Brave-Browser", "brave.exe"),
    vivaldi: chromium("Vivaldi", "vivaldi.exe"),
    firefox: [programs("Mozilla Firefox\\firefox.exe"), `${roaming}\\Mozilla\\Firefox`],
  };
}
