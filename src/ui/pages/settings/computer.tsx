import type { JSX } from "preact";
import type { Command } from "../../../core/app/command.ts";
import { type Shell, SHELLS } from "../../../core/aws/exports/shells.ts";
import type { BrowserChoice } from "../../../core/state/choices.ts";
import type {
  foundBrowsers,
  foundEnvironments,
  foundTerminals,
  SettingsModel,
} from "../../../pages/settings/page.ts";
import { type Client, useRows } from "../../client/mod.ts";
import { EnvPill, Notice, Select } from "../../system/mod.ts";
import { SHELL_NAMES } from "../../text/shells.ts";
import { ownProperty } from "../../../core/own_property.ts";

/** Maximum browsers, terminals and environments listed, more than any computer has. */
const MAX_COUNT = 100;

/**
 * Settings that are kept on this computer and not in config.json: browsers for consoles, the terminal, the
 * shell of copied credentials.
 */
export function Computer(
  { model, client, send }: {
    model: SettingsModel;
    client: Client<SettingsModel>;
    send: (command: Command) => void;
  },
): JSX.Element {
  const { choices, shell } = model.computer;
  const environments = useRows<typeof foundEnvironments>(client, "environments", {}, { count: MAX_COUNT });
  const browsers = useRows<typeof foundBrowsers>(client, "browsers", {}, { count: MAX_COUNT });
  const terminals = useRows<typeof foundTerminals>(client, "terminals", {}, { count: MAX_COUNT });
  const open = browsers.rows.flatMap(({ id, label, profiles }) => [
    { value: valueOf({ browser: id }), label },
    ...profiles.map((profile) => ({
      value: valueOf({ browser: id, profile: profile.id }),
      label: `${label} › ${profile.label}`,
    })),
  ]);
  const [usual] = terminals.rows;
  return (
    <>
      <p class="quiet">Kept on this computer, not in config.json.</p>
      <fieldset class="field">
        <legend>Consoles open in</legend>
        <div class="help">So that production opens where production belongs.</div>
        {environments.rows.map((env) => {
          const chosen = ownProperty(choices.browsers, env);
          return (
            <label class="row browser-of" key={env}>
              <span class="browser-env">{env === "" ? "No environment" : <EnvPill env={env} />}</span>
              <Choice
                label={`Browser for ${env || "accounts without an environment"}`}
                value={chosen ? valueOf(chosen) : ""}
                usual="Your usual browser"
                options={open}
                missing={chosen && browsers.current
                  ? `${chosen.browser} ${chosen.profile ?? ""} (not found)`
                  : ""}
                onPick={(value) => send({ name: "chooseBrowser", env, ...choiceOf(value) })}
              />
            </label>
          );
        })}
        {browsers.failure && (
          <Notice tone="danger" message={browsers.failure.error} hint={browsers.failure.hint} />
        )}
      </fieldset>
      <div class="field">
        <label class="label" for="terminal">Terminals open in</label>
        <Choice
          id="terminal"
          label="Terminal program"
          value={choices.terminal ?? ""}
          usual={usual ? `Automatic: ${usual.label}` : "Automatic: none was found"}
          options={terminals.rows.map(({ id, label }) => ({ value: id, label }))}
          missing={choices.terminal && terminals.current ? `${choices.terminal} (not found)` : ""}
          onPick={(terminal) => send({ name: "chooseTerminal", terminal: terminal || undefined })}
        />
      </div>
      <div class="field">
        <label class="label" for="shell">Credentials are copied for</label>
        <Choice
          id="shell"
          label="Shell"
          value={choices.shell ?? ""}
          usual={`Detected: ${SHELL_NAMES[shell]}`}
          options={SHELLS.map((value) => ({ value, label: SHELL_NAMES[value] }))}
          missing=""
          onPick={(shell) => send({ name: "chooseShell", ...(shell ? { shell: shell as Shell } : {}) })}
        />
      </div>
    </>
  );
}

/** A choice with a default option. A chosen program that is no longer installed is still listed. */
function Choice(
  { id, label, value, usual, options, missing, onPick }: {
    id?: string;
    label: string;
    value: string;
    usual: string;
    options: readonly { readonly value: string; readonly label: string }[];
    missing: string;
    onPick: (value: string) => void;
  },
): JSX.Element {
  const isKnown = value === "" || options.some((option) => option.value === value);
  return (
    <Select
      id={id}
      aria-label={label}
      value={value}
      options={[
        { value: "", label: usual },
        ...(isKnown ? [] : [{ value, label: missing || value }]),
        ...options,
      ]}
      onPick={onPick}
    />
  );
}

function valueOf({ browser, profile }: BrowserChoice): string {
  return JSON.stringify(profile === undefined ? [browser] : [browser, profile]);
}

function choiceOf(value: string): Partial<BrowserChoice> {
  if (value === "") return {};
  const [browser, profile] = JSON.parse(value) as [string, string | undefined];
  return { browser, profile };
}
