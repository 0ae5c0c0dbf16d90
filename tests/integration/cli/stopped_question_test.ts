import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { withHome } from "../../support/program/home.ts";
import { stoppedAtQuestion } from "../../support/program/stopped_at_question.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { testOn } from "../../support/systems.ts";

const ASKING: readonly (readonly string[])[] = [
  ["--import", "pgpass", "passwords"],
  ["--mcp", "--setup", "claude"],
  ["--aws-profiles", "123456789012/Reader"],
];

for (const args of ASKING) {
  for (
    const [flags, stdout, stderr] of [
      [["--json"], '{"ok":false,"error":"Stopped."}\n', "? [y/N] \n"],
      [[], "", "? [y/N] \nkedge: Stopped.\n"],
    ] as const
  ) {
    const command = [...args, ...flags];
    testOn(
      ["interrupt"],
      `${command.join(" ")} says that it was stopped when Ctrl+C ends its question`,
      () =>
        withHome(async (paths) => {
          const user = await Deno.makeTempDir({ prefix: "kedge-user-" });
          try {
            await Deno.writeTextFile(join(user, "passwords"), "db.internal:5432:shop:anna:x\n", {
              mode: 0o600,
            });
            await Deno.writeTextFile(join(user, ".claude.json"), "{}", { mode: 0o600 });
            const env = { HOME: user, USERPROFILE: user };
            deepEqual(await stoppedAtQuestion(paths, command, user, env), [130, stdout, stderr]);
            equal(await Deno.readTextFile(join(user, ".claude.json")), "{}");
            equal(await Deno.stat(paths.config).then(() => true, () => false), false);
          } finally {
            await removeFolder(user);
          }
        }),
    );
  }
}
