import type { JSX } from "preact";
import type { NewsModel } from "../../../pages/news/page.ts";
import type { PageProps } from "../../page.ts";
import { Button, useKeys } from "../../system/mod.ts";

/** What each version brought, newest first. */
export default function NewsPage({ client, model }: PageProps<NewsModel>): JSX.Element {
  const close = () => void client.send({ name: "closeWindow", window: model.window.id });
  useKeys((event) => {
    if (event.key !== "Escape") return false;
    close();
    return true;
  });
  return (
    <div class="window">
      <div class="scroll grow form-body" tabIndex={0} role="region" aria-label="What each version brought">
        <h1>{`Kedge ${model.version}`}</h1>
        {model.news.map(({ version, lines }) => (
          <section key={version} class="markdown" aria-label={`Version ${version}`}>
            {version !== model.version && <h2>{version}</h2>}
            <ul role="list">{lines.map((line) => <li key={line}>{line}</li>)}</ul>
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
