import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { WelcomeModel } from "../../../pages/welcome/page.ts";

import { Button, Field, Icon, inputField, Kbd } from "../../system/mod.ts";
import { AnalyticsSection } from "../../parts/analytics.tsx";
import { CheckBox } from "../../parts/check_box.tsx";
import type { Client } from "../../client/mod.ts";
import { PortalCheck } from "../../parts/portal_check.tsx";
import { beginsRegion, suggestionsFor } from "../../parts/entry/sentences.ts";
import { ShortcutRecorder, ShortcutTrouble } from "../../parts/recorder.tsx";
import { answersOf, type changesOf, type Wishes, wishProblem } from "./wishes.ts";

/** The properties of each step. */
interface StepProps {
  readonly model: WelcomeModel;
  readonly wishes: Wishes;
  readonly asked: boolean;
  readonly onWish: (change: Partial<Wishes>) => void;
}

/** Asks for the sign-in portal. */
export function PortalStep(
  { wishes, asked, onWish, client }: StepProps & { client: Pick<Client, "send"> },
): JSX.Element {
  const { ssoStartUrl, ssoRegion } = answersOf(wishes);
  // A field is validated once it was left, and then while the user types; an empty field only after Next.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const problem = (key: "ssoStartUrl" | "ssoRegion") =>
    asked || (left.has(key) && wishes[key].trim() !== "") ? wishProblem(key, wishes) : undefined;
  const leave = (key: string) => setLeft((all) => new Set([...all, key]));
  return (
    <>
      <h2>Where do you sign in to AWS?</h2>
      <p class="quiet">
        The address of your access portal (IAM Identity Center) brings all your accounts. Without one,
        accounts can be listed by hand, and servers and extensions work as they are.
      </p>
      <Field
        field={inputField({
          key: "ssoStartUrl",
          label: "Portal address",
          placeholder: "https://example.awsapps.com/start",
        })}
        value={wishes.ssoStartUrl}
        problem={problem("ssoStartUrl")}
        autoFocus
        onLeave={() => leave("ssoStartUrl")}
        onInput={(ssoStartUrl) => onWish({ ssoStartUrl })}
      />
      <Field
        field={inputField({ key: "ssoRegion", label: "Its region", placeholder: "eu-central-1" })}
        value={wishes.ssoRegion}
        problem={problem("ssoRegion")}
        suggestions={suggestionsFor("region")}
        onLeave={() => leave("ssoRegion")}
        onInput={(ssoRegion) => {
          // The beginning of a region is no error until the field is left again.
          if (beginsRegion(ssoRegion)) {
            setLeft((all) => new Set([...all].filter((key) => key !== "ssoRegion")));
          }
          onWish({ ssoRegion });
        }}
      />
      <PortalCheck client={client} startUrl={ssoStartUrl} region={ssoRegion} />
    </>
  );
}

/** Asks for the palette's shortcut and lets the user try it at once. */
export function ShortcutStep({ model, wishes, tried, onWish }: StepProps & { tried: boolean }): JSX.Element {
  const inForce = model.config.answers.globalShortcut === wishes.globalShortcut;
  return (
    <>
      <h2>One shortcut for everything</h2>
      <p class="quiet">
        From anywhere it opens the palette: type a few letters of what you want, then Enter.
      </p>
      <ShortcutRecorder
        value={wishes.globalShortcut}
        disabled={false}
        onPick={(globalShortcut) => onWish({ globalShortcut })}
      />
      <div role="status">
        {model.shortcutProblem !== null && inForce
          ? <ShortcutTrouble problem={model.shortcutProblem} />
          : tried
          ? (
            <p class="row ok-text">
              <Icon name="check" />It works.
            </p>
          )
          : wishes.globalShortcut === ""
          ? <p class="quiet">Switched off: the tray icon opens everything.</p>
          : inForce
          ? (
            <p class="row">
              Try it now: <Kbd keys={model.desktopKeys ?? wishes.globalShortcut} />
            </p>
          )
          : <p class="quiet">It takes effect once config.json is written, on the next page but one.</p>}
      </div>
    </>
  );
}

/** Asks what Kedge may do on its own. */
export function ByItselfStep({ model, wishes, onWish }: StepProps): JSX.Element {
  return (
    <>
      <h2>What may Kedge do by itself?</h2>
      <CheckBox
        name="launchAtStartup"
        label="Start when I log in"
        help="It waits in the tray."
        on={wishes.launchAtStartup}
        autoFocus
        onChange={(launchAtStartup) => onWish({ launchAtStartup })}
      />
      {/* A build without an address for analytics asks nothing about them. */}
      {model.analytics.address !== null && (
        <CheckBox
          name="analyticsEnabled"
          label="Anonymous usage analytics"
          on={wishes.analyticsEnabled}
          onChange={(analyticsEnabled) => onWish({ analyticsEnabled })}
        />
      )}
      <AnalyticsSection analytics={{ ...model.analytics, enabled: wishes.analyticsEnabled }} />
    </>
  );
}

/** Shows what would be written, with a sample to begin with. */
export function BeginStep(
  { model, wishes, changes, written, onSample, client }: StepProps & {
    client: Pick<Client, "send">;
    changes: ReturnType<typeof changesOf>;
    written: boolean;
    onSample: () => Promise<void>;
  },
): JSX.Element {
  const portal = answersOf(wishes);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <h2>{changes.length === 0 ? "Something to begin with" : "This would be written"}</h2>
      {written
        ? (
          <p class="row ok-text" role="status">
            <Icon name="check" />Written to {model.config.file}.
          </p>
        )
        : changes.length === 0
        ? (
          <p class="quiet">
            {model.config.hasAnswers
              ? `${model.config.file} has these settings already.`
              : "These are the settings that Kedge has by itself: no file needs to be written."}
          </p>
        )
        : (
          <pre class="welcome-file" tabIndex={0} aria-label={`New lines of ${model.config.file}`}>
            {`${model.config.file}\n\n`}
            {changes.map(([key, value]) =>
              `${JSON.stringify(key)}: ${value === undefined ? "removed" : JSON.stringify(value)}\n`
            ).join("")}
          </pre>
        )}
      {changes.length === 0 && portal.ssoStartUrl !== "" && model.signIn !== "signed-in" && (
        <PortalCheck client={client} startUrl={portal.ssoStartUrl} region={portal.ssoRegion} signIn />
      )}
      {model.servers === 0 && (
        <div class="row welcome-sample">
          <Icon name="server" />
          <span class="grow">DBeaver, DataGrip, Leapp and others: what they have here comes along.</span>
          <Button onClick={() => void client.send({ name: "openWindow", page: "import" })}>Import…</Button>
        </div>
      )}
      <div class="row welcome-sample">
        <Icon name="extension" />
        <span class="grow">
          {model.installed.length > 0
            ? `${model.installed[0]!.name} is installed.`
            : "The sample extension has small helpers that need no account. You see all of its source first."}
        </span>
        {model.installed.length === 0 && (
          <Button
            busy={asking}
            onClick={() => {
              setAsking(true);
              void onSample().finally(() => setAsking(false));
            }}
          >
            Look at it
          </Button>
        )}
      </div>
    </>
  );
}
