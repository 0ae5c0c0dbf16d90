import type { JSX } from "preact";
import type { NewsModel } from "../../../pages/news/page.ts";
import type { PageProps } from "../../page.ts";
import { MarkdownLine } from "../../text/markdown.tsx";
import { seen } from "../../text/visible.tsx";
import { Button, CopyButton, useEscape } from "../../system/mod.ts";

/** The changes in each version, newest first. */
export default function NewsPage({ client, model }: PageProps<NewsModel>): JSX.Element {
  const { release } = model;
  const close = () => void client.send({ name: "closeWindow", window: model.window.id });
  useEscape(close);
  return (
    <div class="window">
      <div class="scroll grow form-body" tabIndex={0} role="region" aria-label="What each version brought">
        {release && <NewRelease release={release} client={client} />}
        <h1>{`Kedge ${model.version}`}</h1>
        {model.news.map(({ version, lines }) => (
          <section key={version} class="markdown" aria-label={`Version ${version}`}>
            {version !== model.version && <h2>{version}</h2>}
            <ul role="list">
              {lines.map((line) => (
                <li key={line}>
                  <MarkdownLine text={line} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div class="bar foot">
        <span class="grow" />
        <Button kind="marked" autoFocus onClick={close}>Close</Button>
      </div>
    </div>
  );
}

/** An available version: its changes and how to install it. Kedge does not install it by itself. */
function NewRelease(
  { release, client }: { release: NonNullable<NewsModel["release"]>; client: PageProps<NewsModel>["client"] },
): JSX.Element {
  const { version, lines, how, page } = release;
  return (
    <section class="markdown" aria-labelledby="release">
      <h2 id="release">{`Kedge ${version} is there`}</h2>
      <ul role="list">{lines.map((line) => <li key={line}>{seen(line)}</li>)}</ul>
      <p>{how.words}</p>
      {how.command !== undefined && (
        <div class="row">
          <code class="mono words grow">{how.command}</code>
          <CopyButton text={() => how.command ?? ""} label="Copy the command" />
        </div>
      )}
      <div class="row">
        <span class="mono words grow">{seen(page)}</span>
        <CopyButton text={() => page} label="Copy the address" />
      </div>
      <div>
        <button type="button" class="link small" onClick={() => void client.send({ name: "dismissRelease" })}>
          {`Do not tell of ${version} again`}
        </button>
      </div>
    </section>
  );
}
