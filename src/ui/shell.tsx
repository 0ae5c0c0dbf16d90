import type { ComponentType, JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { PRESS_LASTS_MS } from "../core/state/window.ts";
import type { Common } from "../pages/page.ts";
import { ActionsHere } from "./actions_here.tsx";
import { type Client, useWatched } from "./client/mod.ts";
import type { PageProps } from "./page.ts";
import { DropHint, useFileDrag } from "./parts/drop.tsx";
import { comeByItself } from "./system/by_itself.ts";
import { forgetKeys } from "./system/document_keys.ts";
import { forgetEarlyEscape } from "./system/early_escape.ts";
import { useFindKey } from "./system/find_key.ts";
import { startFocus } from "./system/keep_focus.ts";
import { EmptyState, Skeleton, uncoverWindow } from "./system/mod.ts";
import { WindowAround } from "./unsaved.ts";

/** Renders every page, and what replaces or covers it: the wait for the model, a lost connection, a closed window. */
export function PageShell<M extends Common>(
  { client, Page, handlesCommandKey = false }: {
    client: Client<M>;
    Page: ComponentType<PageProps<M>>;
    /** Whether the page handles Ctrl+K itself; elsewhere Ctrl+K lists the window's commands. */
    handlesCommandKey?: boolean;
  },
): JSX.Element {
  const model = useWatched(client.model);
  const status = useWatched(client.status);
  const dragging = useFileDrag();
  useFindKey();
  const shown = model !== null;
  const asked = model?.window.unsaved === "asked";
  const marked = useRef<boolean>();
  const entered = useRef(new Set<object>()).current;
  const around = useMemo(() => ({
    asked,
    mark(form: object, edited: boolean) {
      if (edited) entered.add(form);
      else entered.delete(form);
      const unsaved = entered.size > 0;
      const window = client.model.get()?.window;
      // After a reload, the window state still has the mark that the page before the reload had set.
      if (!window || (marked.current ?? window.unsaved !== undefined) === unsaved) return;
      marked.current = unsaved;
      void client.send({ name: "markUnsaved", window: window.id, unsaved });
    },
  }), [client, asked]);
  const title = model?.window.title;
  useLayoutEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);
  useLayoutEffect(forgetKeys, [model?.window.id]);
  const { id: shownId, raised, frame = false, asked: press } = model?.window ?? {};
  useLayoutEffect(forgetEarlyEscape, [shownId, raised]);
  useLayoutEffect(() => {
    // A page without a frame (the palette) opens only by its shortcut. A window that is shown again long after its
    // press, because its process ended, comes by itself.
    if (shownId !== undefined) {
      comeByItself(frame && !(press?.just && Date.now() - press.at < PRESS_LASTS_MS));
    }
  }, [shownId, raised]);
  const seen = useRef<{ readonly window: string; readonly uncovered: number }>();
  const { id = "", uncovered = 0 } = model?.window ?? {};
  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = { window: id, uncovered };
    if (before?.window === id && before.uncovered !== uncovered) uncoverWindow();
  }, [id, uncovered]);
  // Runs after the page's own layout effects, so that the window has its size when it appears.
  useLayoutEffect(() => {
    if (!shown) return;
    startFocus();
    client.ready();
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
    <main class="page" tabIndex={-1}>
      <h1 class="aside">{model.window.title}</h1>
      {status === "lost" && <Lost />}
      <WindowAround.Provider value={around}>
        <Page model={model} client={client} />
      </WindowAround.Provider>
      {!handlesCommandKey && <ActionsHere />}
      <DropHint dragging={dragging} />
    </main>
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
