import { Fragment, type JSX } from "preact";
import { accountTitle } from "../../../core/accounts/words.ts";
import { isProduction } from "../../../core/accounts/environments.ts";
import type { LinkModel } from "../../../pages/link/page.ts";
import { iconUrl } from "../../client/mod.ts";
import { type PageProps, useSender } from "../../page.ts";
import { useFittedWindow } from "../../parts/fit_window.ts";
import { Button, DialogFrame, DialogHead, Notice, Picture, Skeleton } from "../../system/mod.ts";
import { seen } from "../../text/visible.tsx";
import { type LinkWords, linkWords } from "./words.ts";

/** The page of a link from another program: where it comes from, what it would do, and one button that does it. */
export default function LinkPage({ model, client }: PageProps<LinkModel>): JSX.Element {
  const { link, about, behind, dropped, window } = model;
  const sender = useSender(client);
  const box = useFittedWindow(client, window.id, link?.id);
  if (!link) return <Skeleton rows={3} />;
  const words: LinkWords = "link" in link.read
    ? linkWords(link.read.link, about)
    : { title: "This link leads nowhere", happens: "", missing: link.read.fault };
  const drop = () => void sender.send({ name: "dropLink", link: link.id });
  const follow = () => void sender.send({ name: "followLink", link: link.id });
  const env = about.server?.env ?? about.account?.env ?? null;
  const runs = "link" in link.read && link.read.link.to === "run";
  const { verb } = words;
  return (
    <div
      ref={box}
      class="fitted"
      key={link.id}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="who"
      aria-describedby="question"
    >
      <DialogFrame
        head={
          <DialogHead picture={pictureOf(about)} title={seen(words.title)} env={env}>
            {link.from === undefined
              ? "A link of another program"
              : <>A link that {seen(link.from)} opened</>}
          </DialogHead>
        }
        // A link does not tell what its action does, so Enter must not start it by habit.
        marked={runs ? undefined : verb}
        cancel={runs ? undefined : verb === undefined ? "Close" : "Cancel"}
        busy={sender.busy}
        onSubmit={() => !runs && verb !== undefined && follow()}
        onCancel={drop}
        extra={runs
          ? (
            <>
              <Button autoFocus onClick={drop}>{verb === undefined ? "Close" : "Cancel"}</Button>
              {verb !== undefined && (
                <Button
                  readFirst
                  kind={isProduction(env) ? "danger" : "plain"}
                  busy={sender.busy}
                  onClick={follow}
                >
                  {isProduction(env) ? `${verb} in ${env}` : verb}
                </Button>
              )}
            </>
          )
          : undefined}
      >
        <Facts link={link} words={words} about={about} />
        {words.missing === undefined
          ? <p class="words" id="question">{seen(words.happens)}</p>
          : (
            <div id="question">
              <Notice tone="caution" message={seen(words.missing)} />
            </div>
          )}
        {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
        <Others
          behind={behind}
          dropped={dropped}
          onDrop={() => void sender.send({ name: "dropLinks", link: link.id })}
        />
        <div>
          <button
            type="button"
            class="link small"
            data-alone="Open Links in Settings"
            onClick={() =>
              void sender.send({ name: "openWindow", page: "settings", params: { field: "linksEnabled" } })}
          >
            Links in Settings
          </button>
        </div>
      </DialogFrame>
    </div>
  );
}

/** The picture of the link's subject. */
function pictureOf({ extension, action }: LinkModel["about"]): JSX.Element | "out" {
  if (!extension) return "out";
  const icon = action?.icon ?? extension.icon;
  return (
    <Picture
      large
      fallback="extension"
      address={icon === null ? undefined : iconUrl("extension", extension.id, icon)}
    />
  );
}

/** The content of the link, unchanged. */
function Facts(
  { link, words, about }: {
    link: NonNullable<LinkModel["link"]>;
    words: LinkWords;
    about: LinkModel["about"];
  },
): JSX.Element {
  if ("fault" in link.read) return <div class="mono small words">{seen(link.text)}</div>;
  const { link: to } = link.read;
  const { action, account } = about;
  return (
    <>
      {words.detail !== undefined && <div class="quiet small words">{seen(words.detail)}</div>}
      {to.to === "review" && (
        <dl class="link-facts">
          <dt>Address</dt>
          <dd class="mono words">{seen(to.address)}</dd>
          <dt>SHA-256</dt>
          <dd class="mono words small">{to.sha256}</dd>
        </dl>
      )}
      {to.to === "run" && action && (
        <dl class="link-facts">
          <dt>Account</dt>
          <dd class="words">
            {action.contextMode === "none"
              ? "none"
              : action.account === undefined
              ? "asked before it starts"
              : seen(
                [accountTitle(action.account, account?.name), action.role, action.region].filter(Boolean)
                  .join(", "),
              )}
          </dd>
          {Object.entries(to.fields).map(([key, value]) => (
            <Fragment key={key}>
              <dt class="mono">{seen(key)}</dt>
              <dd class="words link-value">
                {value === "" ? "empty" : seen(value, true)}
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </>
  );
}

/** The number of other links that wait or were dropped, and a button that drops them. */
function Others(
  { behind, dropped, onDrop }: { behind: number; dropped: number; onDrop: () => void },
): JSX.Element | null {
  if (behind === 0 && dropped === 0) return null;
  const waits = behind === 0 ? "" : behind === 1 ? "One more link waits." : `${behind} more links wait.`;
  const gone = dropped === 0
    ? ""
    : dropped === 1
    ? "One too many came and was discarded."
    : `${dropped} too many came and were discarded.`;
  return (
    <Notice tone="caution" message={`${waits} ${gone}`.trim()}>
      <Button compact onClick={onDrop}>Discard all</Button>
    </Notice>
  );
}
