import { deepEqual, equal } from "node:assert/strict";
import {
  chromiumProfiles,
  containerOpener,
  containers,
  firefoxChoices,
  firefoxProfiles,
  profileArguments,
} from "../../../../src/core/platform/browsers/profiles.ts";
import { browserPrograms } from "../../../../src/core/platform/browsers/programs.ts";

const LOCAL_STATE = JSON.stringify({
  profile: {
    info_cache: {
      Default: { name: "Anna" },
      "Profile 2": { name: "Production" },
      "../evil": { name: "x" },
      "--flag": { name: "x" },
      "Profile 3": {},
    },
  },
});

Deno.test("chromiumProfiles() gives folders with their names, and no path or flag", () => {
  deepEqual(chromiumProfiles(LOCAL_STATE), [
    { id: "Default", label: "Anna" },
    { id: "Profile 2", label: "Production" },
    { id: "Profile 3", label: "Profile 3" },
  ]);
});

for (const text of ["", "[]", "null", "{", '{"profile":7}', '{"profile":{"info_cache":[1]}}']) {
  Deno.test(`chromiumProfiles() gives none for ${JSON.stringify(text)}`, () =>
    deepEqual(chromiumProfiles(text), []));
}

const INI =
  "[Install4F96D1932A9F858E]\nDefault=x.default\n\n[Profile1]\r\nName=work\r\nIsRelative=1\r\nPath=a.work\r\n\n" +
  "[Profile0]\nName=default\nIsRelative=1\nPath=b.default\n\n[Profile2]\nName=broken\n";

Deno.test("firefoxProfiles() reads profiles that have a name and a path", () => {
  deepEqual(firefoxProfiles(INI), [{ name: "work", path: "a.work" }, { name: "default", path: "b.default" }]);
});

const GRANTED = '{"addons":[{"id":"{b5e0e8de-ebfe-4306-9528-bcc18241a490}","active":true}]}';
const OPENERS: [extensions: string, opener: number | null][] = [
  ['{"addons":[{"id":"{f069aec0-43c5-4bbf-b6b4-df95c4326b98}","active":true}]}', 0],
  [GRANTED, 1],
  ['{"addons":[{"id":"{f069aec0-43c5-4bbf-b6b4-df95c4326b98}","active":false}]}', null],
  ['{"addons":7}', null],
  ["", null],
];
for (const [extensions, opener] of OPENERS) {
  Deno.test(`containerOpener() is ${opener} for ${extensions}`, () =>
    equal(containerOpener(extensions), opener));
}

Deno.test("containers() gives containers that the user has named", () => {
  const text = JSON.stringify({
    identities: [{ name: "Prod", public: true }, { l10nID: "userContextWork.label", public: true }, {
      name: "internal",
      public: false,
    }],
  });
  deepEqual(containers(text), ["Prod"]);
});

const ADDRESS = "https://x.awsapps.com/start/#/console?account_id=1";
Deno.test("a container of Firefox is opened by the extension that its profile has", () => {
  const [own, prod] = firefoxChoices({ name: "work", path: "a" }, containerOpener(GRANTED), ["Prod & more"]);
  deepEqual(profileArguments("firefox", own!.id, ADDRESS), ["-P", "work", ADDRESS]);
  const [p, name, address] = profileArguments("firefox", prod!.id, ADDRESS);
  deepEqual([p, name], ["-P", "work"]);
  const url = new URL(address!);
  equal(url.protocol, "ext+granted-containers:");
  const asked = new URLSearchParams(url.pathname);
  deepEqual([asked.get("name"), asked.get("url")], ["Prod & more", ADDRESS]);
});

const ARGUMENTS: [kind: "chromium" | "firefox", profile: string | undefined, args: string[]][] = [
  ["chromium", undefined, [ADDRESS]],
  ["chromium", "Profile 2", ["--profile-directory=Profile 2", ADDRESS]],
  ["firefox", undefined, [ADDRESS]],
];
for (const [kind, profile, args] of ARGUMENTS) {
  Deno.test(`profileArguments() of ${kind} with ${profile} are ${args}`, () =>
    deepEqual(profileArguments(kind, profile, ADDRESS), args));
}

const FOLDERS: [
  system: "linux" | "darwin" | "windows",
  env: Record<string, string>,
  id: string,
  folder: string,
][] = [
  ["linux", { HOME: "/home/a" }, "chrome", "/home/a/.config/google-chrome"],
  ["linux", { HOME: "/home/a", XDG_CONFIG_HOME: "/c" }, "chromium", "/c/chromium"],
  ["linux", { HOME: "/home/a" }, "firefox", "/home/a/.mozilla/firefox"],
  [
    "darwin",
    { HOME: "/Users/a" },
    "brave",
    "/Users/a/Library/Application Support/BraveSoftware/Brave-Browser",
  ],
  ["windows", { LOCALAPPDATA: "C:\\L" }, "edge", "C:\\L\\Microsoft\\Edge\\User Data"],
];
for (const [system, env, id, folder] of FOLDERS) {
  Deno.test(`the profiles of ${id} on ${system} are in ${folder}`, () =>
    equal(browserPrograms(system, env).find((browser) => browser.id === id)?.folder, folder));
}
