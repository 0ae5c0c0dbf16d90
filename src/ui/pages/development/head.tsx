import type { JSX } from "preact";
import type { DevelopmentState } from "../../../core/state/development.ts";
import type { ExtensionState } from "../../../core/state/state.ts";
import { iconUrl } from "../../client/mod.ts";
import type { Sender } from "../../page.ts";
import { DevPill } from "../../parts/dev_pill.tsx";
import { Button, Icon, MenuButton, MoreButton, Picture } from "../../system/mod.ts";
import { formatSeconds } from "../../../core/text/locale.ts";

/** The header of an extension under development: its name, the state of its last save, its actions. */
export function Head(
  { work, extension, sender }: {
    work: DevelopmentState;
    extension: ExtensionState | null;
    sender: Sender;
  },
): JSX.Element {
  const send = sender.send;
  const icon = extension?.icon;
  return (
    <div class="bar top development-head">
      <Picture
        fallback="extension"
        address={extension && icon !== undefined ? iconUrl("extension", extension.id, icon) : undefined}
      />
      <h1 class="cut" title={work.folder}>{work.name}</h1>
      <DevPill />
      <span class="grow" />
      <span class="row development-state" role="status">
        <State work={work} />
      </span>
      {extension && (
        <>
          <Run extension={extension} sender={sender} />
          <MoreButton
            of={work.name}
            items={[
              {
                label: "Publish…",
                icon: "out",
                disabled: work.status === "broken",
                onPick: () =>
                  void send({ name: "openWindow", page: "publish", params: { extension: extension.id } }),
              },
              {
                label: "Open its folder",
                icon: "folder",
                onPick: () => void send({ name: "openFolder", extension: extension.id }),
              },
              ...extension.actions.slice(0, 10).map(({ id, label }) => ({
                label: `Configure ${label}`,
                icon: "gear" as const,
                onPick: () =>
                  void send({
                    name: "openWindow",
                    page: "configure",
                    params: { extension: extension.id, action: id },
                  }),
              })),
              {
                label: "End the work on it",
                icon: "cross",
                apart: true,
                onPick: () => void send({ name: "endDevelopment", extension: extension.id }),
              },
            ]}
          />
        </>
      )}
    </div>
  );
}

/** The button that runs the only action, or a menu of several. */
function Run({ extension, sender }: { extension: ExtensionState; sender: Sender }): JSX.Element {
  const run = (action: string) => void sender.send({ name: "runAction", extension: extension.id, action });
  const [only, ...others] = extension.actions;
  if (only && others.length === 0) {
    return (
      <Button
        icon="play"
        autoFocus
        title={only.label}
        disabled={only.state !== "enabled"}
        onClick={() => run(only.id)}
      >
        Run
      </Button>
    );
  }
  const items = extension.actions.map(({ id, label, state }) => ({
    label,
    alone: `Run ${label}`,
    disabled: state !== "enabled",
    onPick: () => run(id),
  }));
  return <MenuButton icon="play" autoFocus items={items}>Run</MenuButton>;
}

function State({ work }: { work: DevelopmentState }): JSX.Element {
  const { status, diagnostics, at } = work;
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  if (status === "checking" || status === "compiling") {
    return (
      <>
        <span class="spinner" />
        {status === "checking" ? "Checking" : "Compiling"}
      </>
    );
  }
  return (
    <>
      {status === "ready" ? <Icon name="check" class="ok-text" /> : <Icon name="error" class="danger-text" />}
      {status === "ready" ? "Ready" : `${errors} ${errors === 1 ? "problem" : "problems"}`}
      <span class="quiet numbers" title="When its files were read">{formatSeconds(at)}</span>
    </>
  );
}
