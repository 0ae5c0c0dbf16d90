import type { ComponentType, JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { PageModel } from "../pages/model.ts";
import { ActionsHere } from "./actions_here.tsx";
import { type Client, useModel, useStatus } from "./client/mod.ts";
import type { PageProps } from "./page.ts";
import { EmptyState, Skeleton } from "./system/mod.ts";

/** What every window has around its page: waiting for the model, a lost line, the end. */
export function Shell<M extends PageModel>(
  { client, Page }: { client: Client<M>; Page: ComponentType<PageProps<M>> },
): JSX.Element {
  const model = useModel(client);
  const status = useStatus(client as Client);
  const shown = model !== null;
  // After the page's own layout effects, so that its window has its size when it appears.
  useLayoutEffect(() => {
    if (shown) client.ready();
  }, [shown]);
  if (status === "closed") {
    return (
      <EmptyState
        icon="anchor"
        title="This window is closed"
        text="Open it again from the tray or the home page."
      />
    );
  }
  if (model === null) {
    return status === "lost" ? <Lost /> : <Skeleton />;
  }
  return (
    <>
      {status === "lost" && <Lost />}
      <Page model={model} client={client} key={model.window.id} />
      {model.page !== "palette" && model.page !== "home" && <ActionsHere />}
    </>
  );
}

function Lost(): JSX.Element {
  return (
    <div class="lost" role="alert">
      <span class="spinner" />
      Kedge does not answer. Trying again.
    </div>
  );
}
