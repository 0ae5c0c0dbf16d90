import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { WindowState } from "../../../core/state/state.ts";
import type { address as addressQuery, HomeModel } from "../../../pages/home/page.ts";
import { type Client, useRows } from "../../client/mod.ts";
import { Button, Skeleton, Tabs, useKeys } from "../../system/mod.ts";

/** Returns the id of the window to show, which is the one raised last, and its setter. */
function useTop(windows: readonly WindowState[]): [string | undefined, (id: string) => void] {
  const seen = useRef(new Map<string, number>());
  const [top, setTop] = useState<string | undefined>(windows.at(-1)?.id);
  useEffect(() => {
    let raised: string | undefined;
    for (const window of windows) {
      if (seen.current.get(window.id) !== window.raised) raised = window.id;
      seen.current.set(window.id, window.raised);
    }
    if (raised !== undefined) setTop(raised);
    else if (!windows.some(({ id }) => id === top)) setTop(windows.at(-1)?.id);
  }, [windows]);
  return [windows.some(({ id }) => id === top) ? top : windows.at(-1)?.id, setTop];
}

/** Returns the windows that this page shows as overlays: all others in a browser, none on the desktop. */
export function overlaid(windows: readonly WindowState[]): readonly WindowState[] {
  return document.documentElement.dataset.surface === "browser" ? windows : [];
}

/** In a browser, shows the other windows in frames over the page, one at a time. */
export function Overlays(
  { windows, client }: { windows: readonly WindowState[]; client: Client<HomeModel> },
): JSX.Element | null {
  const [top, setTop] = useTop(windows);
  const shown = windows.find(({ id }) => id === top);
  const close = (id: string) => void client.send({ name: "closeWindow", window: id, asking: true });
  useKeys((event) => {
    if (!shown || event.key !== "Escape") return false;
    close(shown.id);
    return true;
  }, true);
  if (!shown) return null;
  return (
    <div class="veil" role="dialog" aria-modal="true" aria-label={shown.title}>
      <div class="sheet">
        <div class="bar top">
          {windows.length === 1 ? <strong class="cut grow">{shown.title}</strong> : (
            <div class="grow scroll">
              <Tabs
                label="Open windows"
                tabs={windows.map(({ id, title }) => ({ id, label: title }))}
                current={shown.id}
                onPick={setTop}
              />
            </div>
          )}
          <Button kind="bare" icon="cross" label={`Close ${shown.title}`} onClick={() => close(shown.id)} />
        </div>
        {windows.map((window) => (
          <Frame key={window.id} window={window} client={client} hidden={window.id !== shown.id} />
        ))}
      </div>
    </div>
  );
}

function Frame(
  { window, client, hidden }: { window: WindowState; client: Client<HomeModel>; hidden: boolean },
): JSX.Element | null {
  const frame = useRef<HTMLIFrameElement>(null);
  const { rows } = useRows<typeof addressQuery>(client, "address", { window: window.id }, {
    count: 1,
    live: false,
  });
  const address = rows[0] ?? null;
  useEffect(() => {
    if (!hidden) frame.current?.focus();
  }, [hidden, window.raised, address]);
  if (address === null) return hidden ? null : <Skeleton rows={4} />;
  return (
    <iframe
      ref={frame}
      src={address}
      title={window.title}
      width={window.width}
      height={window.height}
      hidden={hidden}
      onLoad={() => !hidden && frame.current?.focus()}
    />
  );
}
