import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveCredentials } from "../../../src/core/aws/container.ts";
import { wrap } from "../../../src/core/aws/credentials/credentials.ts";
import { machineServices } from "../../../src/core/actions/machine_services.ts";
import { type RunSurface, startRun } from "../../../src/core/actions/mod.ts";
import type { RunServices } from "../../../src/core/actions/run/services.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { couldPress } from "../../../src/core/platform/peer/press.ts";
import { recordingSurface } from "../../support/program/run_surface.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { start } from "../../desktop/harness/process.ts";
import { sharePages } from "../../support/pages/assets.ts";
import { installActions, makeHome, runJson } from "../../support/program/actions.ts";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { program } from "../../support/program/program.ts";

const FOLDER = fileURLToPath(new URL("../../scripts/callers", import.meta.url));
const CALLER = await Deno.readTextFile(join(FOLDER, "caller.py"));

/** Ways in which a process of a run tries to hide that it belongs to one. */
const HIDING: readonly (readonly string[])[] = [
  [],
  ["double fork"],
  ["environment"],
  ["double fork", "environment"],
  ["double fork", "environment", "limit"],
  ["double fork", "environment", "undumpable"],
];

/**
 * Runs `play` with a Kedge that serves pages to a browser, and with the addresses by which it can
 * be reached.
 */
async function withKedge(
  play: (
    paths: Awaited<ReturnType<typeof makeHome>>,
    targets: { socket: string; page(): Promise<string> },
    env: Record<string, string>,
  ) => Promise<void>,
): Promise<void> {
  const paths = await makeHome();
  await sharePages(paths);
  const action = { id: "reach", source: await Deno.readTextFile(join(FOLDER, "reach.go")) };
  await installActions(paths, "callers", [action]);
  const env = { ...await plainEnvironment(), KEDGE_HOME: paths.home };
  const running = start(program("--browser"), env);
  const socket = join(paths.home, "instance.sock");
  const page = async () => {
    const later = start(program("--browser", "--json"), env);
    assert.equal((await later.ended).code, 0, later.output());
    return (JSON.parse(later.output()) as { address: string }).address;
  };
  try {
    await waitFor("the address", () => /http:\/\/127\S+/.test(running.output()), 60_000);
    await play(paths, { socket, page }, env);
  } finally {
    await running.kill();
    await paths.remove();
  }
}

Deno.test("a run gets nothing of the Kedge beside it, by its socket and its pages, however it hides", async (t) => {
  await withKedge(async (paths, { socket, page }, env) => {
    const others = serveCredentials(() =>
      Promise.resolve(wrap({ accessKeyId: "AKID", secretAccessKey: "of-the-terminal" }))
    );
    try {
      for (const hide of HIDING) {
        await t.step(hide.join(", ") || "not at all", async () => {
          const containers = { others: [others.address, others.token] };
          const what = JSON.stringify({ socket, page: await page(), containers, hide });
          const { document } = await runJson(paths, "callers/reach", [what], {
            env: { ...env, TEST_CALLER: CALLER },
          });
          assert.equal(document.status, "ok", JSON.stringify(document));
          const text = document.log.map(({ text }) => text).join("\n");
          assert.deepEqual(JSON.parse(text), {
            palette: "",
            address: "",
            extensions: "",
            credentials: "",
            page: 403,
            others: 403,
          });
        });
      }
      await t.step("a program started by the user gets all of it", async () => {
        const what = {
          socket,
          page: await page(),
          containers: { others: [others.address, others.token] },
          hide: [],
        };
        const { stdout } = await new Deno.Command("/usr/bin/python3", {
          args: ["-c", CALLER, JSON.stringify(what)],
        }).output();
        const said = JSON.parse(new TextDecoder().decode(stdout));
        assert.match(said.palette, /done/);
        assert.match(said.address, /^answer \{.*http/);
        assert.match(said.extensions, /callers/);
        assert.deepEqual([said.page, said.others], [303, 200]);
      });
    } finally {
      await others.close();
    }
  });
});

Deno.test("a run gets nothing by the command line of Kedge, and no trust for what it brings", async () => {
  const paths = await makeHome();
  try {
    const action = { id: "reach", source: await Deno.readTextFile(join(FOLDER, "reach.go")) };
    await installActions(paths, "callers", [action]);
    const refused = [
      "--list",
      "--accounts",
      "--toggle",
      "--doctor",
      "--sign-out",
      "--credentials=111111111111/Admin",
    ];
    const bundle = fileURLToPath(new URL("../../../examples/toolbox", import.meta.url));
    const commands = [
      ...refused.map((one) => program(one)),
      program("--trust", "0".repeat(64), "--install", bundle),
      program("--version"),
    ];
    for (const hide of [[], ["double fork", "environment"]]) {
      const what = JSON.stringify({ socket: "/none", commands, hide });
      const env = { ...await plainEnvironment(), KEDGE_HOME: paths.home, TEST_CALLER: CALLER };
      const { document } = await runJson(paths, "callers/reach", [what], { env });
      const said = JSON.parse(document.log.map(({ text }) => text).join("\n"));
      for (const one of [...refused, bundle]) {
        assert.equal(said[one][0], 3, `${one}: ${said[one]}`);
        assert.match(said[one][2], /called by an action/);
      }
      assert.equal(said["--version"][0], 0, said["--version"][2]);
    }
  } finally {
    await paths.remove();
  }
});

/** An action that asks for its own credentials, reports their address, and waits for an answer. */
const HOLDER = `package action

import (
	"io"
	"net/http"
	"os"
	%PROGRAMS%

	"kedge"
)

func Run(k *kedge.Ctx) error {
	address, token := os.Getenv("AWS_CONTAINER_CREDENTIALS_FULL_URI"), os.Getenv("AWS_CONTAINER_AUTHORIZATION_TOKEN")
	request, _ := http.NewRequest("GET", address, nil)
	request.Header.Set("Authorization", token)
	response, err := k.HTTP().Do(request)
	if err != nil {
		return err
	}
	io.Copy(io.Discard, response.Body)
	k.Log(response.StatusCode)
	_, err = k.Confirm(address + " " + token)
	return err
}
`;

const HOLDING: readonly (readonly [what: string, source: string, presses: boolean])[] = [
  ["in a sandbox", HOLDER.replace("%PROGRAMS%", ""), false],
  ["that may start programs", HOLDER.replace("%PROGRAMS%", '_ "os/exec"'), true],
];
for (const [what, source, presses] of HOLDING) {
  Deno.test(`the credentials of a run ${what} are for that run alone, and it could ${presses ? "" : "not "}press in a window`, async () => {
    const paths = await makeHome();
    try {
      await installActions(paths, "callers", [
        { id: "hold", source, manifest: { contextMode: "custom", account: "111111111111" } },
        { id: "reach", source: await Deno.readTextFile(join(FOLDER, "reach.go")) },
      ]);
      const services: RunServices = {
        ...machineServices({ paths, config: defaultConfig() }),
        signInNeeded: () => Promise.resolve(false),
        credentials: () =>
          Promise.resolve(
            serveCredentials(() =>
              Promise.resolve(wrap({ accessKeyId: "AKID", secretAccessKey: "of-the-run" }))
            ),
          ),
      };
      const shown = Promise.withResolvers<string>(), answered = Promise.withResolvers<boolean>();
      const recording = recordingSurface();
      const surface: RunSurface = {
        ...recording,
        confirm(dialog) {
          shown.resolve(JSON.stringify(dialog));
          return answered.promise;
        },
      };
      const flags = { account: "111111111111", role: "Admin", region: "eu-west-1" };
      const request = { paths, config: defaultConfig(), extension: "callers", action: "hold", flags };
      const run = startRun(request, surface, services);
      run.done.then(({ error }) => shown.reject(new Error(error)));
      const [, address, token] = /(http:\S+) ([\w-]+)/.exec(await shown.promise)!;
      // A run of another home has no window in this one.
      assert.deepEqual([couldPress(join(paths.cache, "actions")), couldPress("/none")], [presses, false]);
      const headers = { authorization: token! };
      // Another program of the user (this test) is refused, and so is another run.
      const answer = await fetch(address!, { headers });
      await answer.body?.cancel();
      assert.equal(answer.status, 403);
      const what = JSON.stringify({ socket: "/none", containers: { others: [address, token] }, hide: [] });
      const { document } = await runJson(paths, "callers/reach", [what], { env: { TEST_CALLER: CALLER } });
      assert.match(document.log.map(({ text }) => text).join(""), /"others": 403/);
      answered.resolve(true);
      assert.equal((await run.done).status, "ok");
      assert.equal(couldPress(join(paths.cache, "actions")), false);
      assert.deepEqual(recording.lines.map(({ text }) => text), ["200"]);
    } finally {
      await paths.remove();
    }
  });
}
