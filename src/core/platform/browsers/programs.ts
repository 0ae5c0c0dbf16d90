import type { Env } from "../system.ts";

/** A browser whose profiles Kedge can use. */
export interface Browser {
  /** The id under which the user's choice is saved. */
  readonly id: string;
  readonly label: string;
  /** Its programs: names to look up, or absolute paths; the first one that exists is used. */
  readonly programs: readonly string[];
  /** The kind of its profiles, and the folder that contains them. */
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

/** Returns the known browsers, each with the folder of its profiles. */
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
