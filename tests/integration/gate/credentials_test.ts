/**
 * `--credentials` of an agent when the portal has none: the user is asked once, although it tries
 * other credentials.
 */
import { deepEqual, match, ok } from "node:assert/strict";
import { questions } from "../../../src/cli/start/questions.ts";
import { createSideDoor } from "../../../src/cli/start/side_door.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import type { GrantLength } from "../../../src/core/state/agents.ts";
import { becomeFirst } from "../../../src/tray/instance/mod.ts";
import { cli } from "../../support/program/actions.ts";
import { startQueryWindow } from "../../support/sql/query_app.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const PORTAL = { ssoStartUrl: "https://kedge.invalid/start", ssoRegion: "eu-central-1" };

const CASES:
  readonly (readonly [what: string, portal: object, answer: GrantLength | "deny", says: RegExp])[] = [
    ["says no", {}, "deny", /The user said no/],
    ["says yes and there is no portal", {}, "once", /credentials/i],
    ["says yes and is signed out of the portal", PORTAL, "once", /credentials/i],
  ];

Deno.test("--credentials of an agent asks its user once when the portal has none", async (t) => {
  const { app, home, close } = await startQueryWindow([]);
  const paths = kedgePaths(home);
  const none = () => Promise.reject(new Error("nobody asks this"));
  let portal: object = {};
  const place = await becomeFirst(
    paths,
    () => {},
    undefined,
    questions(
      () => ({ ...app.store.get().config.value, ...portal }),
      () => app.signIn,
      none,
      none,
      none,
      createSideDoor(() => app, Promise.resolve()),
    ),
  );
  ok(place.first);
  const user = await Deno.makeTempDir();
  try {
    await app.dispatch({ name: "switchGate", on: true });
    for (const [what, given, answer, says] of CASES) {
      await t.step(`who ${what}`, async () => {
        portal = given;
        app.gate.forgetDenials();
        const asked = new Set<string>();
        const end = app.store.subscribe(({ agents: { questions: [question] } }) => {
          if (!question || asked.has(question.id)) return;
          asked.add(question.id);
          queueMicrotask(() => void app.dispatch({ name: "answerGrant", question: question.id, answer }));
        });
        const { code, stdout, stderr } = await cli(paths, ["--credentials", "123456789012/Reader"], {
          env: { CLAUDECODE: "1", HOME: user, AWS_EC2_METADATA_DISABLED: "true" },
        });
        end();
        deepEqual([asked.size, stdout], [1, ""], stderr);
        deepEqual(code === 3, answer === "deny", stderr);
        match(stderr, says);
      });
    }
  } finally {
    await place.close();
    await close();
    await removeFolder(user);
  }
});
