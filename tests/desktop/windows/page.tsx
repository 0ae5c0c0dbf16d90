/**
 * A page for tests: red until its model arrives, then green; reports typed text, and tries to leave
 * the page.
 */
import { render } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { connectPage, reportErrors, reportUrl, useWatched } from "../../../src/ui/client/mod.ts";
import type { DialogModel } from "../../../src/pages/dialog/page.ts";
import type { Common } from "../../../src/pages/page.ts";
import { saveText } from "../../../src/ui/parts/run/save.ts";
import "./page.css";

const client = connectPage<Common & Partial<DialogModel>>();
reportErrors(client);

function Page() {
  const come = useWatched(client.model);
  // A page that stays blank never reports that it is ready.
  const model = come?.dialog?.kind === "alert" && come.dialog.message === "blank" ? null : come;
  useLayoutEffect(() => {
    if (model?.dialog?.kind === "alert" && model.dialog.message === "tall") {
      void client.send({ name: "resizeWindow", window: model.window.id, height: 333 });
    }
    if (model) client.ready();
  }, [model === null]);
  if (!model) return null;
  const dialog = model.dialog ?? null;
  if (dialog?.kind === "alert" && dialog.message === "slow") drawLate();
  const answer = (text: string) =>
    dialog && void client.send({ name: "answerDialog", dialog: dialog.id, answer: text });
  if (dialog?.kind === "alert" && dialog.message === "leave") {
    setTimeout(() => {
      open("https://example.com/");
      location.href = "https://example.com/";
      // The view may have shown another window before, so try to go back to it.
      history.back();
      setTimeout(() => answer("stayed"), 500);
    });
  }
  if (dialog?.kind === "alert" && dialog.message === "save") saveText("run.log", "saved\n");
  return (
    <main class={dialog?.kind === "alert" && dialog.message === "red" ? "red" : ""}>
      <input
        ref={(input) => input?.focus()}
        onKeyDown={(event) => {
          if (event.key === "Enter") answer(event.currentTarget.value);
          if (event.key === "Escape") void client.send({ name: "closeWindow", window: model.window.id });
        }}
      />
      {dialog?.kind === "html" && <iframe sandbox="" src={reportUrl(dialog.id)} />}
    </main>
  );
}

/** Delays the drawing of the page, as a busy machine does. */
function drawLate() {
  requestAnimationFrame(() => {
    const end = performance.now() + 300;
    while (performance.now() < end);
  });
}

render(<Page />, document.body);
