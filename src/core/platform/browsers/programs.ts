import type { Env } from "../system.ts";

/** A browser that Kedge can open with one of its profiles. */
export interface Browser {
  /** Under this name it is kept as the user's choice. */
  readonly id: string;
  readonly label: string;
  /** Its programs: names to look up, or absolute paths; the first that is there is taken. */
  readonly programs: readonly string[];
  /** Whose way it has to keep profiles, and the folder that they are in. */
  readonly kind: "chromium" | "firefox";
  readonly folder: string;
}

type Row = readonly [
  id: string,
  label: string,
  kind: Browser["kind"],
  programs: readonly string[],
  folder: string,
];

const row = ([id, label, kind, programs, folder]: Row): Browser => ({ id, label, kind, programs, folder });

/** The browsers that there may be, each with where it keeps its profiles. */
export function browserPrograms(system: "linux" | "darwin" | "windows", env: Env): readonly Browser[] {
  if (system === "windows") return windows(env);
  return system === "darwin" ? darwin(env.HOME ?? "") : linux(env);
}

function linux(env: Env): Browser[] {
  const home = env.HOME ?? "";
  const config = env.XDG_CONFIG_HOME || `${home}/.config`;
  const rows: Row[] = [
    ["chrome", "Chrome", "chromium", ["google-chrome", "google-chrome-stable"], `${config}/google-chrome`],
    ["chromium", "Chromium", "chromium", ["chromium", "chromium-browser"], `${config}/chromium`],
    ["edge", "Edge", "chromium", ["microsoft-edge", "microsoft-edge-stable"], `${config}/microsoft-edge`],
    ["brave", "Brave", "chromium", ["brave-browser", "brave"], `${config}/BraveSoftware/Brave-Browser`],
    ["vivaldi", "Vivaldi", "chromium", ["vivaldi", "vivaldi-stable"], `${config}/vivaldi`],
    ["firefox", "Firefox", "firefox", ["firefox", "firefox-esr"], `${home}/.mozilla/firefox`],
  ];
  return rows.map(row);
}

function darwin(home: string): Browser[] {
  const support = `${home}/Library/Application Support`;
  const app = (name: string) => [`/Applications/${name}.app/Contents/MacOS/${name}`];
  const rows: Row[] = [
    ["chrome", "Chrome", "chromium", app("Google Chrome"), `${support}/Google/Chrome`],
    ["chromium", "Chromium", "chromium", app("Chromium"), `${support}/Chromium`],
    ["edge", "Edge", "chromium", app("Microsoft Edge"), `${support}/Microsoft Edge`],
    ["brave", "Brave", "chromium", app("Brave Browser"), `${support}/BraveSoftware/Brave-Browser`],
    ["vivaldi", "Vivaldi", "chromium", app("Vivaldi"), `${support}/Vivaldi`],
    [
      "firefox",
      "Firefox",
      "firefox",
      ["/Applications/Firefox.app/Contents/MacOS/firefox"],
      `${support}/Firefox`,
    ],
  ];
  return rows.map(row);
}

function windows(env: Env): Browser[] {
  const local = env.LOCALAPPDATA ?? "", roaming = env.APPDATA ?? "";
  const programs = (path: string) =>
    [env.ProgramFiles, env["ProgramFiles(x86)"], local].flatMap((folder) =>
      folder ? [`${folder}\\${path}`] : []
    );
  const rows: Row[] = [
    [
      "chrome",
      "Chrome",
      "chromium",
      programs("Google\\Chrome\\Application\\chrome.exe"),
      `${local}\\Google\\Chrome\\User Data`,
    ],
    [
      "chromium",
      "Chromium",
      "chromium",
      programs("Chromium\\Application\\chrome.exe"),
      `${local}\\Chromium\\User Data`,
    ],
    [
      "edge",
      "Edge",
      "chromium",
      programs("Microsoft\\Edge\\Application\\msedge.exe"),
      `${local}\\Microsoft\\Edge\\User Data`,
    ],
    [
      "brave",
      "Brave",
      "chromium",
      programs("BraveSoftware\\Brave-Browser\\Application\\brave.exe"),
      `${local}\\BraveSoftware\\Brave-Browser\\User Data`,
    ],
    [
      "vivaldi",
      "Vivaldi",
      "chromium",
      programs("Vivaldi\\Application\\vivaldi.exe"),
      `${local}\\Vivaldi\\User Data`,
    ],
    [
      "firefox",
      "Firefox",
      "firefox",
      programs("Mozilla Firefox\\firefox.exe"),
      `${roaming}\\Mozilla\\Firefox`,
    ],
  ];
  return rows.map(row);
}
