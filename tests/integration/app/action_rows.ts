import { join } from "node:path";
import { ran, row } from "./row.ts";
import type { WholeProgram } from "./stage.ts";

const EXTENSION = "works";
const MANIFEST = {
  id: EXTENSION,
  name: "Works",
  version: "1.0",
  author: "The tests",
  actions: ["asks", "waits"].map((id) => ({
    id,
    label: `It ${id}`,
    entry: `actions/${id}/action.go`,
    contextMode: "none",
  })),
};
const body = (code: string) =>
  `package action

import "kedge"

func Run(k *kedge.Ctx) error {
${code}
}
`;
const ASKS = body(`	name, _, err := k.Ask(kedge.InputRequest{Title: "Greet", Label: "Whom?", Required: true})
	k.Logf("hello %s", name)
	return err`);
/** An action that ends at the second click of its button. */
const WAITS = body(`	k.SetButtonLabel("Go on")
	for clicks := 0; clicks < 2; clicks++ {
		select {
		case <-k.ButtonClicks():
			k.SetButtonLabel("Clicked")
		case <-k.Context().Done():
			return nil
		}
	}
	return nil`);

/** Writes an extension as its author has it, and returns its folder. */
async function source({ stage }: WholeProgram, name = EXTENSION): Promise<string> {
  const folder = join(stage.home, name);
  for (
    const [path, text] of [
      ["manifest.json", JSON.stringify({ ...MANIFEST, id: name })],
      ["actions/asks/action.go", ASKS],
      ["actions/waits/action.go", WAITS],
    ]
  ) {
    await Deno.mkdir(join(folder, path!, ".."), { recursive: true });
    await Deno.writeTextFile(join(folder, path!), text!);
  }
  return folder;
}

const run = ({ state }: WholeProgram, action: string, status: string) =>
  state().runs.find((one) => one.action === action && one.status === status);
const ready = ({ until, state }: WholeProgram) =>
  until("a review", () => state().reviews.find(({ status }) => status === "ready"));
const waiting = async (program: WholeProgram) => ({
  run: (await program.until("the run", () => run(program, "waits", "running"))).id,
});
/** Returns a function that waits until the action has ended. */
const ended = (action: string) => ({ until, state }: WholeProgram) =>
  until("the end", () => state().runs.find((one) => one.action === action && one.endedAt !== undefined));

/** Commands for extensions, their actions, and runs. */
export const ACTION_ROWS = [
  row(
    "reviewSample",
    "reviews the extension that Kedge brings along",
    {},
    async (program) => (await ready(program)).bundle?.id === "toolbox",
  ),
  row(
    "rejectReview",
    "installs nothing",
    async (program) => ({ review: (await ready(program)).id }),
    ({ state }) => state().reviews.length === 0,
  ),
  row(
    "beginInstall",
    "reviews an extension of a folder",
    async (program) => ({ source: await source(program) }),
    ready,
  ),
  row("confirmReview", "installs what was reviewed", async (program) => {
    const { id, bundle } = await ready(program);
    return { review: id, hash: bundle!.hash };
  }, ({ state }) => state().extensions.some(({ id }) => id === EXTENSION)),
  row(
    "reviewInstalled",
    "shows the files of an extension",
    { extension: EXTENSION },
    async (program) => (await ready(program)).installed,
  ),
  row("saveOverrides", "keeps settings of an action", {
    extension: EXTENSION,
    action: "asks",
    region: "eu-west-3",
  }, ({
    state,
  }) => state().extensions[0]?.actions.some(({ own }) => own?.region === "eu-west-3")),
  row("openFolder", "shows its folder", { extension: EXTENSION }, ran(/^xdg-open .*works\/bundle$/)),
  row(
    "openSource",
    "opens a file of it",
    { extension: EXTENSION, file: "actions/asks/action.go" },
    ran(
      /^xdg-open .*action\.go$/,
    ),
  ),
  row("restoreExtension", "puts back what was reviewed", async ({ home, app, state, until }) => {
    await Deno.writeTextFile(
      join(home, "extensions", EXTENSION, "bundle/actions/asks/action.go"),
      "package action\n",
    );
    await app.refreshExtensions();
    await until("the change to be seen", () => state().extensions[0]?.trust === "changed");
    return { extension: EXTENSION };
  }, ({ state }) => state().extensions[0]?.trust === "trusted"),
  row(
    "runAction",
    "compiles and runs an action",
    { extension: EXTENSION, action: "asks" },
    ({ state }) => state().dialogs.some(({ kind }) => kind === "ask"),
  ),
  row("answerDialog", "gives the answer to the action", ({ state }) => ({
    dialog: state().dialogs.find(({ kind }) => kind === "ask")!.id,
    answer: "Ada",
  }), (program) => run(program, "asks", "ok")),
  row(
    "runAgain",
    "runs it again with the same answer",
    async (program) => ({
      run: (await ended("asks")(program)).id,
    }),
    ({ state }) =>
      state().runs.filter(({ action, status }) => action === "asks" && status === "ok").length === 2,
  ),
  row("dismissRun", "takes a run out of the history", async (program) => ({
    run: (await ended("asks")(program)).id,
  }), ({ state }) => state().runs.filter(({ action }) => action === "asks").length === 1),
  row("clickButton", "clicks the button of a run", async (program) => {
    await program.app.dispatch({ name: "runAction", extension: EXTENSION, action: "waits" });
    await program.until("its button", () => run(program, "waits", "running")?.button.takesClicks);
    return await waiting(program);
  }, ({ state }) => state().runs.some(({ button }) => button.label === "Clicked")),
  row("stopRun", "ends a run", waiting, (program) => ended("waits")(program)),
  row("dismissToast", "takes a message away", ({ app, state }) => {
    app.tell("Seen", "by the test");
    return { toast: state().toasts.at(-1)!.id };
  }, ({ state }) => !state().toasts.some(({ title }) => title === "Seen")),
  row("preparePublishing", "looks at what publishing would do", async (program) => {
    const folder = await source(program, "worked");
    void program.app.development.work(folder, new AbortController().signal);
    await program.until(
      "its folder",
      () => program.state().development.find(({ extension }) => extension === "worked"),
    );
    return { extension: "worked", catalogue: `${folder}-catalogue` };
  }, ({ state }) => state().publishing[0]?.prepared?.catalogue === null),
  row("publishExtension", "says what keeps it from publishing", (program) => ({
    extension: "worked",
    catalogue: program.state().publishing[0]!.catalogue,
    version: "1.0.0",
    news: "",
    hash: program.state().publishing[0]!.prepared!.hash,
    key: "SHA256:none",
  }), ({ state }) => ["done", "failed"].includes(state().publishing[0]!.status)),
  row(
    "leavePublishing",
    "leaves what was looked at",
    { extension: "worked" },
    ({ state }) => state().publishing.length === 0,
  ),
  row(
    "endDevelopment",
    "ends the work on an extension",
    { extension: "worked" },
    ({ state }) => state().development.length === 0,
  ),
  row(
    "uninstall",
    "removes an extension",
    { extension: EXTENSION },
    ({ state }) => state().extensions.length === 0,
  ),
];
