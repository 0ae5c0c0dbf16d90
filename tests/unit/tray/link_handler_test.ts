import { equal } from "node:assert/strict";
import { linksEntry, windowsCommand, withLinkDefault } from "../../../src/tray/link_handler/text.ts";

const OURS = "x-scheme-handler/kedge=kedge-links.desktop";

const CASES: [what: string, before: string, on: boolean, after: string][] = [
  ["makes an empty file one with our line", "", true, `[Default Applications]\n${OURS}\n`],
  [
    "adds a section",
    "[Added Associations]\na=b;\n",
    true,
    `[Added Associations]\na=b;\n[Default Applications]\n${OURS}\n`,
  ],
  ["adds a line end and a section", "[X]\na=b", true, `[X]\na=b\n[Default Applications]\n${OURS}\n`],
  ["adds a line", "[Default Applications]\na=b\n", true, `[Default Applications]\n${OURS}\na=b\n`],
  [
    "replaces another program",
    "[Default Applications]\nx-scheme-handler/kedge=x.desktop;\n",
    true,
    `[Default Applications]\n${OURS}\n`,
  ],
  [
    "leaves the line of another section",
    "[Added Associations]\nx-scheme-handler/kedge=x.desktop\n[Default Applications]\n",
    true,
    `[Added Associations]\nx-scheme-handler/kedge=x.desktop\n[Default Applications]\n${OURS}\n`,
  ],
  [
    "leaves a longer name alone",
    "[Default Applications]\nx-scheme-handler/kedges=x.desktop\n",
    true,
    `[Default Applications]\n${OURS}\nx-scheme-handler/kedges=x.desktop\n`,
  ],
  ["takes our line away", `[Default Applications]\n${OURS};\na=b\n`, false, "[Default Applications]\na=b\n"],
  ["leaves nothing of what was made for it", `[Default Applications]\n${OURS}\n`, false, ""],
  [
    "leaves another program",
    "[Default Applications]\nx-scheme-handler/kedge=x.desktop\n",
    false,
    "[Default Applications]\nx-scheme-handler/kedge=x.desktop\n",
  ],
  ["leaves a file without it", "# mine\r\n[X]\r\n", false, "# mine\r\n[X]\r\n"],
];
for (const [what, before, on, after] of CASES) {
  Deno.test(`withLinkDefault() ${what}`, () => equal(withLinkDefault(before, on), after));
}

Deno.test("linksEntry() gives a link behind --", () => {
  equal(/^Exec=(.*)$/m.exec(linksEntry(["/opt/my kedge/kedge"]))?.[1], '"/opt/my kedge/kedge" -- %u');
});

Deno.test("linksEntry() is left out by desktops when its program was removed", () => {
  equal(/^TryExec=(.*)$/m.exec(linksEntry(["/opt/my kedge/kedge"]))?.[1], "/opt/my kedge/kedge");
});

Deno.test("windowsCommand() gives a link quoted, and behind --", () => {
  equal(windowsCommand(["C:\\K\\kedge.exe"]), '"C:\\K\\kedge.exe" -- "%1"');
});
