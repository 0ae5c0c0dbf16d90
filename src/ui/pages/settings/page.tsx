import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Undone } from "../../../core/app/features/settings/settings.ts";
import { fieldsOf } from "../../../core/config/fields.ts";
import { CONFIG_SCHEMA } from "../../../core/config/kind.ts";
import type { SettingsModel } from "../../../pages/settings/page.ts";
import { type PageProps, useSender } from "../../page.ts";
import { typedText } from "../../../core/config/document.ts";
import type { Json } from "../../../core/json/node.ts";
import { LeftBehind } from "../../parts/left_behind.tsx";
import { problemAt } from "../../parts/entry/sentences.ts";
import { PortalCheck } from "../../parts/portal_check.tsx";
import { AnalyticsSection } from "../../parts/analytics.tsx";
import {
  Button,
  focusStart,
  isTyping,
  keyText,
  letterOf,
  Notice,
  Sidebar,
  useKeys,
  withCommand,
} from "../../system/mod.ts";
import { AgentsSection } from "./agents.tsx";
import { Computer } from "./computer.tsx";
import type { Editing } from "./editing.ts";
import { Entries } from "./entries.tsx";
import { FileSection } from "./file.tsx";
import { Guesses } from "./guesses.tsx";
import { RulesPreview } from "./preview.tsx";
import { problemsIn, sectionOf, SECTIONS, sectionWith } from "./sections.ts";
import { SingleField } from "./single.tsx";
import { Coded } from "../../text/coded.tsx";
import { staleWords } from "../../text/stale.ts";

/** The newest version of the file that Settings can write. */
const VERSION = 2;

/** Edits every field of config.json in the file itself. */
export default function SettingsPage({ model, client }: PageProps<SettingsModel>): JSX.Element {
  const { config, fields: root, sizes, window } = model;
  const sender = useSender(client);
  const { field, section: named } = window.params;
  /** The section that the window was opened at; undefined when its parameters name none. */
  const asked = field !== undefined
    ? sectionWith(field).id
    : named !== undefined
    ? sectionOf(named).id
    : undefined;
  const [current, setCurrent] = useState(asked ?? SECTIONS[0]!.id);
  const [saved, setSaved] = useState("");
  const [left, setLeft] = useState<readonly string[]>([]);
  const say = (words: string, behind: readonly string[] = []) => {
    setSaved(words);
    setLeft(behind);
  };
  const newer = typeof root.version === "number" && root.version > VERSION;
  const locked = config.status === "stale" || newer;
  /** Sends one edit and returns whether it was saved. The window shows a refusal. */
  const edit = async (
    path: readonly (string | number)[],
    { value, was, to }: { readonly value?: Json; readonly was?: Json; readonly to?: number },
  ) => {
    const { ok } = await sender.send({
      name: "editConfig",
      path: [...path],
      value: structuredClone(value) as never,
      was: structuredClone(was) as never,
      to,
    });
    say(ok ? "Saved to config.json." : "");
    return ok;
  };
  const guards = useRef<Editing["guards"]>(new Set()).current;
  /** Goes to a section and returns whether it did; input that would be lost keeps the section. */
  const go = (id: string, again = true) => {
    if (id === current) return true;
    if ([...guards].map((guard) => guard(again)).includes(false)) return false;
    sender.clear();
    say("");
    setCurrent(id);
    return true;
  };
  const close = () => void client.send({ name: "closeWindow", window: window.id });
  const editing: Editing = {
    guards,
    clear: sender.clear,
    close,
    root,
    sizes,
    diagnostics: config.diagnostics,
    locked,
    client,
    problem: (path) => problemAt(path, config.diagnostics),
    save: (path, value, was) => edit(path, { value, was }),
    move: (path, to, was) => edit(path, { to, was }),
  };
  const open = (line?: number, column?: number) => void sender.send({ name: "openConfig", line, column });
  const undo = async () => {
    const result = await sender.send({ name: "undoConfigEdit" });
    if (!result.ok) return say("");
    const undone = result.value as Undone;
    // Show the change, whichever section it is in.
    const where = sectionWith(undone.field);
    go(where.id, false);
    say(`Taken back in ${where.label}.`, undone.left);
  };
  useKeys((event) => {
    if (event.key === "Escape") close();
    else if (letterOf(event) === "z" && withCommand(event) && !isTyping(event.target)) {
      if (config.canUndo) void undo();
    } else return false;
    return true;
  });
  const section = sectionOf(current);
  const panel = useRef<HTMLDivElement>(null);
  /** Whether the focus still has to go to where the window was opened. */
  const arriving = useRef(true);
  useLayoutEffect(() => {
    // A window that is raised to ask about what was entered stays there.
    if (asked !== undefined && window.unsaved !== "asked") arriving.current = go(asked, false);
  }, [window.raised]);
  useLayoutEffect(() => {
    if (!arriving.current || (asked ?? current) !== current) return;
    arriving.current = false;
    const isInside = () => panel.current?.contains(document.activeElement);
    if (field !== undefined) {
      panel.current?.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`)?.focus();
    } else if (!isInside()) focusStart(panel.current);
    // A list has no field of its own, so focus the tab of its section.
    if (!isInside()) document.getElementById(`tab-${current}`)?.focus();
  }, [current, window.raised]);
  const errors = (id: string) => problemsIn(sectionOf(id), config.diagnostics);
  return (
    <div class="window">
      <div class="row grow panes">
        <Sidebar
          label="Sections"
          current={current}
          onPick={(id) => go(id)}
          tabs={SECTIONS.map(({ id, label, icon }) => ({
            id,
            label,
            icon,
            count: errors(id).length,
            tone: errors(id).some(({ severity }) => severity === "error")
              ? "danger" as const
              : "caution" as const,
          }))}
        />
        <div
          class="scroll grow form-body settings"
          role="tabpanel"
          aria-labelledby={`tab-${current}`}
          ref={panel}
        >
          {locked && section.keys.length > 0 && section.id !== "file" && (
            <Notice
              tone={newer ? "caution" : "danger"}
              message={newer
                ? "config.json was written for a newer Kedge, so nothing is saved to it from here."
                : staleWords(config.diagnostics, config.defaults)}
              hint={newer ? config.diagnostics[0]?.message : "Nothing is saved until it is fixed."}
            >
              <Button compact onClick={() => go("file")}>Show problems</Button>
            </Notice>
          )}
          {sender.failure && (
            <Notice
              tone="danger"
              message={<Coded text={sender.failure.error} />}
              hint={sender.failure.hint}
            />
          )}
          <LeftBehind left={left} />
          {current === "computer"
            ? <Computer model={model} client={client} send={(command) => void sender.send(command)} />
            : current === "agents"
            ? <AgentsSection on={model.agents} client={client} />
            : <Section key={current} id={current} model={model} editing={editing} onOpen={open} />}
        </div>
      </div>
      <div class="bar foot">
        <span class="grow quiet small" role="status">{sender.busy ? "Saving…" : saved}</span>
        <Button
          kind="bare"
          icon="again"
          narrow
          shortcut="Mod+Z"
          disabled={!config.canUndo}
          title={`Take the last change back (${keyText("Mod+Z")})`}
          // A double click undoes once, because a change that the second click undid
          // could not be restored. Further clicks count.
          onClick={({ detail }) => detail !== 2 && void undo()}
        >
          Undo
        </Button>
        <Button icon="out" onClick={() => open()}>Open config.json</Button>
      </div>
    </div>
  );
}

function Section(
  { id, model, editing, onOpen }: {
    id: string;
    model: SettingsModel;
    editing: Editing;
    onOpen: (line?: number, column?: number) => void;
  },
): JSX.Element {
  const section = sectionOf(id);
  if (section.entry !== undefined) {
    return (
      <Entries
        section={section}
        editing={editing}
        above={id === "environments" ? <Guesses editing={editing} /> : undefined}
      >
        {id === "environments"
          ? (draft) => <RulesPreview draft={draft} client={editing.client} />
          : undefined}
      </Entries>
    );
  }
  const fields = section.keys.flatMap((key) =>
    fieldsOf(CONFIG_SCHEMA).find((field) => field.key === key && field.schema.items === undefined) ?? []
  );
  return (
    <>
      {id === "file" && <FileSection config={model.config} onOpen={onOpen} />}
      {fields.map((field, index) => (
        <SingleField
          key={field.key}
          field={field}
          editing={editing}
          autoFocus={index === 0 && id !== "file"}
          {...field.key === "globalShortcut"
            ? { trouble: model.shortcutProblem, desktopKeys: model.desktopKeys }
            : {}}
        />
      ))}
      {section.keys.includes("ssoStartUrl") && (
        <PortalCheck
          client={editing.client}
          startUrl={typedText(editing.root.ssoStartUrl)}
          region={typedText(editing.root.ssoRegion)}
          signIn={!editing.locked && model.signIn !== "signed-in"}
        />
      )}
      {id === "catalogues" && (
        <div class="column">
          <p class="words">Catalogues are added, trusted and removed where one sees what they have.</p>
          <div class="row">
            <Button
              icon="extension"
              onClick={() => void editing.client.send({ name: "openWindow", page: "catalogue" })}
            >
              Open the catalogue
            </Button>
          </div>
        </div>
      )}
      {id === "privacy" && <AnalyticsSection analytics={model.analytics} />}
    </>
  );
}
