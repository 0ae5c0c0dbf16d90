import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FoundSource, ImportPlan, ImportResult } from "../../../core/app/features/imports/imports.ts";
import type { Undone } from "../../../core/app/features/settings/settings.ts";
import type { ImportModel } from "../../../pages/import/page.ts";
import { type PageProps, useSender } from "../../page.ts";
import { Button, EmptyState, focusStart, Notice, Skeleton, useEscape } from "../../system/mod.ts";
import { LeftBehind } from "../../parts/left_behind.tsx";
import { count } from "../../text/format.ts";
import { FoundList, newIn } from "./found.tsx";
import { PlanView } from "./plan.tsx";

/** The result of the last import or undo, with its failures and whether it can be undone. */
interface Done {
  readonly words: string;
  /** Why some passwords were not stored. */
  readonly failed: readonly string[];
  /** What an undo could not take back. */
  readonly left: readonly string[];
  readonly undo: boolean;
}

/** Imports from other programs on this computer: searches, lets the user choose, previews, writes, and can undo. */
export default function ImportPage({ model, client }: PageProps<ImportModel>): JSX.Element {
  const sender = useSender(client);
  const root = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<readonly FoundSource[] | "looking" | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const close = () => void client.send({ name: "closeWindow", window: model.window.id });
  const leave = () => {
    sender.clear();
    setPlan(null);
  };
  const look = async () => {
    setFound("looking");
    const result = await sender.send({ name: "findImports" });
    const sources = result.ok ? result.value as readonly FoundSource[] : null;
    setFound(sources);
    setChosen(new Set(newIn(sources ?? [])));
  };
  const write = async (digest: string) => {
    const result = await sender.send({ name: "writeImport", chosen: [...chosen], digest });
    if (!result.ok) return;
    const { words, passwords, failed } = result.value as ImportResult;
    const note = passwords === 0
      ? ""
      : ` ${count(passwords, "password")} ${passwords === 1 ? "is" : "are"} in the keychain.`;
    setDone({ words: `In config.json now: ${words}.${note}`, failed, left: [], undo: true });
    setPlan(null);
    await look();
  };
  const undo = async () => {
    const result = await sender.send({ name: "undoImport" });
    if (!result.ok) return;
    const { left } = result.value as Undone;
    const words = left.length === 0
      ? "Taken back: config.json and the keychain are as they were."
      : "Taken back: config.json is as it was.";
    setDone({ words, failed: [], left, undo: false });
    await look();
  };
  const next = async () => {
    if (sender.busy || found === "looking") return;
    if (found === null) return await look();
    if (plan !== null) return await write(plan.digest);
    if (chosen.size === 0) return;
    setDone(null);
    const result = await sender.send({ name: "planImport", chosen: [...chosen] });
    if (result.ok) setPlan(result.value as ImportPlan);
  };
  const step = plan !== null ? "plan" : Array.isArray(found) ? "list" : "ask";
  useLayoutEffect(() => focusStart(root.current), [step, found, done]);
  useEscape(() => plan !== null ? leave() : close());
  const list = found === null || found === "looking" ? [] : found;
  const nothing = step === "list" &&
    list.every(({ files, things, left }) => files.length === 0 || (things.length === 0 && left.length === 0));
  const verb = step === "ask" ? "Look on this computer" : step === "list" ? "Preview" : "Write it";
  return (
    <form
      class="window import"
      ref={root}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void next();
      }}
    >
      <div class="scroll grow form-body column">
        {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
        {done && (
          <Notice tone="ok" message={done.words}>
            {done.undo && (
              <Button
                compact
                autoFocus={nothing || chosen.size === 0}
                onClick={() => void undo()}
              >
                Undo
              </Button>
            )}
          </Notice>
        )}
        {done && done.failed.length > 0 && (
          <Notice
            tone="caution"
            message={done.failed.map((why) => why.replace(/^./, (letter) => letter.toUpperCase())).join("; ")}
            hint="The entries are there: Kedge asks for the password when one is opened."
          />
        )}
        {done && <LeftBehind left={done.left} />}
        {found === null
          ? (
            <EmptyState
              icon="server"
              title="Import what you have"
              text="Connections of DBeaver, DataGrip, TablePlus, Beekeeper Studio, pgAdmin, ~/.pgpass, ~/.my.cnf and pg_service.conf, and portals of Leapp, aws-sso-cli and Granted. Nothing is read before you press, and nothing is written before you have seen it."
            />
          )
          : found === "looking"
          ? <Skeleton rows={6} />
          : plan !== null
          ? <PlanView plan={plan} file={model.file} />
          : nothing
          ? (
            <EmptyState
              icon="server"
              title="Nothing was found"
              text="None of these programs has connections where it usually keeps them. A file that lies elsewhere: kedge --import SOURCE FILE."
            >
              <Button autoFocus={done === null} onClick={() => void look()}>Look again</Button>
            </EmptyState>
          )
          : <FoundList sources={list} chosen={chosen} onChoose={setChosen} />}
      </div>
      <footer class="bar foot">
        <span class="grow quiet small" role="status">
          {step !== "list" || nothing
            ? ""
            : chosen.size === 0
            ? "Nothing is chosen"
            : `${count(chosen.size, "thing")} chosen`}
        </span>
        {plan !== null
          ? <Button onClick={leave} title="Esc" alone="Go back">Back</Button>
          : <Button onClick={close} title="Esc">Close</Button>}
        {!nothing && (
          <Button
            kind="marked"
            type="submit"
            title="Enter"
            busy={sender.busy}
            autoFocus={step !== "list"}
            disabled={(step === "list" && chosen.size === 0) || (plan !== null && plan.added === "")}
          >
            {verb}
          </Button>
        )}
      </footer>
    </form>
  );
}
