import assert from "node:assert/strict";
import { join } from "node:path";
import { testOn } from "../../support/systems.ts";
import { asUser } from "../accounts/stage.ts";

/**
 * A text that fills the clipboard, sets a title, clears the screen and overwrites the line, in
 * every way that terminals know.
 */
const HOSTILE = "a\x1b]52;c;eA==\x07\x1b[2J\x9b2J\rb\x1b[8m";

/** Commands with a hostile name; `FILE` is a file with that name, `FOLDER` a folder. */
const LINES: readonly string[][] = [
  ["--validate-config", "FILE"],
  ["--validate-config", HOSTILE],
  ["--print-config", "FILE"],
  ["--print-config", HOSTILE],
  ["--label", HOSTILE],
  ["--label", HOSTILE, HOSTILE],
  ["--schema", HOSTILE],
  ["--validate-bundle", "FILE"],
  ["--validate-bundle", "FOLDER"],
  ["--validate-bundle", HOSTILE],
  ["--install", "FILE"],
  ["--install", "FOLDER"],
  ["--install", HOSTILE],
  ["--install", "FOLDER", "--trust", HOSTILE],
  ["--uninstall", HOSTILE],
  ["--pack", "FOLDER"],
  ["--pack", "FOLDER", "--output", "FOLDER/x.kedgeext"],
  ["--pack", "FOLDER", "--output", `/nonexistent/${HOSTILE}`],
  ["--pack", HOSTILE],
  ["--new", "FILE"],
  ["--new", "FOLDER"],
  ["--new", "FOLDER/new"],
  ["--dev", "FILE"],
  ["--dev", HOSTILE],
  ["--run", HOSTILE],
  ["--run", `${HOSTILE}/${HOSTILE}`],
  ["--run", "x/y", "--answers", "FILE"],
  ["--run", "x/y", "--answers", HOSTILE],
  ["--run", "x/y", "--account", HOSTILE, "--role", HOSTILE],
  ["--credentials", HOSTILE],
  ["--credentials", `${HOSTILE}/Admin`],
  ["--exec", `${HOSTILE}/Admin`, "--", "true"],
  ["--exec", "111111111111/Admin", "--", HOSTILE],
  ["--exports", `${HOSTILE}/Admin`],
  ["--exports", "111111111111/Admin", "--shell", HOSTILE],
  ["--console", `${HOSTILE}/Admin`],
  ["--console", "111111111111/Admin", HOSTILE],
  ["--console", "111111111111/Admin", "--region", HOSTILE],
  ["--aws-profiles", HOSTILE, "--yes"],
  ["--secrets", HOSTILE],
  ["--secret", HOSTILE, HOSTILE],
  ["--databases", HOSTILE],
  ["--query", HOSTILE, "select 1"],
  ["--query", "x", "select 1", "--output", "FOLDER"],
  ["--query", "x", "--format", HOSTILE],
  ["--ask", HOSTILE, HOSTILE],
  ["--import", HOSTILE],
  ["--import", "dbeaver", "FILE"],
  ["--import", "dbeaver", HOSTILE],
  ["--import", "tableplus", "FILE"],
  ["--import", "pgadmin", "FILE"],
  ["--tunnel", HOSTILE],
  ["--catalog-add", HOSTILE],
  ["--catalog-add", "FOLDER"],
  ["--catalog-publish", HOSTILE, "--to", "FOLDER", "--yes"],
  ["--catalog-publish", "FOLDER", "--to", HOSTILE, "--yes"],
  [`--${HOSTILE}`],
  [HOSTILE],
];

// deno-lint-ignore no-control-regex
const RAW = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;

testOn(["anyName"], "no command writes a control of a name that it was given to the terminal", async (t) => {
  await asUser({}, async (user) => {
    const file = join(user.home, `${HOSTILE}.json`), folder = join(user.home, HOSTILE);
    await Deno.writeTextFile(file, `{"${"\\u001b"}x": 1, "accounts": [}`);
    await Deno.mkdir(folder);
    await Deno.writeTextFile(join(folder, "manifest.json"), "{}");
    for (const line of LINES) {
      const args = line.map((word) => word === "FILE" ? file : word.replace("FOLDER", folder));
      await t.step(JSON.stringify(line), async () => {
        for (const json of [[], ["--json"]]) {
          const own = args.indexOf("--");
          const all = own < 0 ? [...args, ...json] : [...args.slice(0, own), ...json, ...args.slice(own)];
          const { stdout, stderr } = await user.kedge(all);
          const found = RAW.exec(`${stdout}${stderr}`);
          assert.equal(found, null, `${JSON.stringify(stdout)}\n${JSON.stringify(stderr)}`);
        }
      });
    }
  });
});
