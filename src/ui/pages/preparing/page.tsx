import type { JSX } from "preact";
import type { PreparingModel } from "../../../pages/preparing/page.ts";
import { iconUrl } from "../../client/mod.ts";
import { type PageProps, useNow, useSender } from "../../page.ts";
import { useFittedWindow } from "../../parts/fit_window.ts";
import { Button, DialogFrame, DialogHead, Notice, Picture, ProgressBar } from "../../system/mod.ts";
import { elapsed } from "../../text/format.ts";

/** Shows the steps before an action starts, why the first time takes long, and how to cancel. */
export default function PreparingPage({ model, client }: PageProps<PreparingModel>): JSX.Element {
  const { run, icon, window } = model;
  const sender = useSender(client);
  const box = useFittedWindow(client, window.id, "");
  const now = useNow(run !== null);
  const leave = () => void client.send({ name: "closeWindow", window: window.id });
  const cancel = () => run && void sender.send({ name: "stopRun", run: run.id });
  const { progress } = run ?? {};
  return (
    <div ref={box} class="fitted" role="dialog" aria-modal="true" aria-labelledby="who">
      <DialogFrame
        head={
          <DialogHead
            picture={
              <Picture
                large
                fallback="extension"
                address={run && icon !== null ? iconUrl("extension", run.extension, icon) : undefined}
              />
            }
            title={run ? `Preparing ${run.actionLabel}` : window.title}
          >
            {run?.extensionName}
          </DialogHead>
        }
        marked="Run in the background"
        note={run && elapsed(now - run.startedAt)}
        extra={<Button busy={sender.busy} onClick={cancel}>Cancel</Button>}
        onSubmit={leave}
        onCancel={leave}
      >
        <p class="words" id="question">
          The action is compiled on this computer, once. The first time Go compiles its own library as well,
          which takes a minute or two; after that an action starts at once.
        </p>
        <ProgressBar
          label={progress?.label ? `Compiling ${progress.label}` : "Compiling"}
          fraction={progress?.fraction ?? null}
        />
        {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      </DialogFrame>
    </div>
  );
}
