import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { checkCount } from "../../runner/count.ts";
import { runChains, runSuite, type Suite } from "../../runner/suite.ts";
import { testOn } from "../../support/systems.ts";

async function outcome(suite: Partial<Suite> & Pick<Suite, "command">) {
  let text = "";
  const { passed, failed } = await runSuite(
    { name: "suite", count: checkCount, limit: 1, ...suite },
    (more) => text += more,
  );
  return { passed, failed, text };
}

testOn(["shell"], "runSuite() passes when the command does, and shows nothing of it", async () => {
  const { passed, failed, text } = await outcome({ command: ["/bin/echo", "details"] });
  deepEqual([passed, failed], [1, 0]);
  equal(text.includes("details"), false);
  match(text, /^ok: suite: 1 passed, 0 failed \(\d+\.\d s\)\n$/);
});

testOn(["shell"], "runSuite() shows the output of a command that fails", async () => {
  const { failed, text } = await outcome({ command: ["/bin/sh", "-c", "echo out; echo err >&2; exit 1"] });
  equal(failed, 1);
  match(text, /out/);
  match(text, /err/);
});

Deno.test("runSuite() counts a program that is not there as a failure", async () => {
  const { failed, text } = await outcome({ command: ["/nowhere/program"] });
  equal(failed, 1);
  match(text, /nowhere/);
});

testOn(["shell"], "runSuite() ends a suite that takes too long, with all it started", async () => {
  const { failed, text } = await outcome({ command: ["/bin/sh", "-c", "sleep 60 & sleep 60"], limit: 0.005 });
  equal(failed, 1);
  match(text, /took longer than 0\.005 minutes/);
});

testOn(
  ["shell"],
  "runSuite() fails a suite that leaves something in its temporary folder, which goes",
  async () => {
    const { failed, text } = await outcome({
      command: ["/bin/sh", "-c", 'echo "in $TMPDIR"; mkdir $TMPDIR/forgotten'],
    });
    equal(failed, 1);
    match(text, /left behind in the temporary folder: forgotten/);
    const [, folder] = /^in (.+)$/m.exec(text)!;
    await rejects(Deno.stat(folder!), Deno.errors.NotFound);
  },
);

testOn(["shell"], "runSuite() fails a suite that leaves a program running, which is ended", async () => {
  const { failed, text } = await outcome({
    // In a session of its own, and with another parent, as programs that go to the background are.
    command: ["/bin/sh", "-c", "setsid sh -c 'sleep 61 & exit' >&- 2>&- <&-; exit 0"],
    grace: 0,
  });
  equal(failed, 1);
  // On a busy machine the one that starts it may be found first.
  match(text, /left behind in the temporary folder: the program (sh -c )?sleep 61/);
});

testOn(
  ["shell"],
  "runChains() runs no more chains at once than there are lanes, and the suites of a chain in their order",
  async () => {
    const folder = await Deno.makeTempDir({ prefix: "kedge-chains-" });
    // Each marks itself as running, and tells how many do.
    const suite = (name: string): Suite => ({
      name,
      command: [
        "/bin/sh",
        "-c",
        `mkdir ${folder}/${name}; ls ${folder} | wc -l; sleep 0.2; rmdir ${folder}/${name}; exit 1`,
      ],
      count: checkCount,
      limit: 1,
    });
    let text = "";
    try {
      const chains = [["a1", "a2"], ["b"], ["c1", "c2"], ["d"]].map((names) => names.map(suite));
      const outcomes = await runChains(chains, 2, (more) => text += more);
      deepEqual(outcomes.map(({ name }) => name), ["a1", "a2", "b", "c1", "c2", "d"]);
      const shown = [...text.matchAll(/▶ (\w+)\n\s*(\d)\nFAILED: \1: /g)];
      deepEqual(shown.map(([, name]) => name).toSorted(), ["a1", "a2", "b", "c1", "c2", "d"]);
      equal(Math.max(0, ...shown.map(([, , count]) => Number(count))), 2);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);
