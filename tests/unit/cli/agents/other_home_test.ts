import { equal, match } from "node:assert/strict";
import { join } from "node:path";
import { otherHomeFault } from "../../../../src/cli/agents/side_door.ts";
import { type Need, testOn } from "../../../support/systems.ts";

/** What the user's own state says, which home is named, and whether an agent may use it. */
const CASES: readonly (readonly [what: string, state: string | null, home: string, allowed: boolean])[] = [
  ["the own home", '{"gate": {"on": true}}', ".kedge", true],
  ["a link to the own home", '{"gate": {"on": true}}', "link", true],
  ["another home while the own gate is on", '{"gate": {"on": true}}', "other", false],
  ["a home that is not there yet", '{"gate": {"on": true}}', "none", false],
  ["another home while the own gate is off", '{"gate": {"on": false}}', "other", true],
  ["another home of who has no own one", null, "other", true],
];

/** What a home needs of the system. */
const NEEDS: Readonly<Record<string, readonly Need[]>> = { link: ["links"] };

for (const [what, state, home, allowed] of CASES) {
  const needs = NEEDS[home] ?? [];
  testOn(
    [...needs],
    `otherHomeFault() ${allowed ? "lets an agent use" : "refuses an agent"} ${what}`,
    async () => {
      const user = await Deno.makeTempDir();
      try {
        await Deno.mkdir(join(user, "other"));
        if (state !== null) {
          await Deno.mkdir(join(user, ".kedge"), { mode: 0o700 });
          await Deno.writeTextFile(join(user, ".kedge", "state.json"), state, { mode: 0o600 });
          if (home === "link") await Deno.symlink(".kedge", join(user, "link"));
        }
        const fault = await otherHomeFault(join(user, home), "Codex", user);
        equal(fault === null, allowed);
        if (fault) match(fault.error, /Codex calls this with another home/);
      } finally {
        await Deno.remove(user, { recursive: true });
      }
    },
  );
}
