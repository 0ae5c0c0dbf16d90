import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { DRAG_EVENT } from "../../core/drag_event.ts";
import type { Client } from "../client/mod.ts";

/** Suffixes of bundle files. */
const SUFFIXES = /\.(kedgeext|zip)$/i;

/** Covers the window while dragged files can be dropped. */
export function DropHint({ dragging }: { dragging: boolean }): JSX.Element | null {
  return dragging ? <div class="drop">Drop the bundle to review it</div> : null;
}

/** Whether the native window has dragged files over it. On Linux pages receive no events for files. */
export function useFileDrag(): boolean {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    const hear = (event: Event) => setDragging(event instanceof CustomEvent && event.detail === true);
    addEventListener(DRAG_EVENT, hear);
    return () => removeEventListener(DRAG_EVENT, hear);
  }, []);
  return dragging;
}

/** Uploads bundle files that are dropped anywhere on the page. Returns true while files are dragged over it. */
export function useDrop(client: Client, onFailure: (error: string, hint?: string) => void): boolean {
  const [over, setOver] = useState(false);
  const fail = useRef(onFailure);
  fail.current = onFailure;
  useEffect(() => {
    /** The nested elements under the pointer. An element that is replaced meanwhile gets no `dragleave` event. */
    const entered = new Set<EventTarget | null>();
    const tell = () => setOver([...entered].some((one) => one instanceof Node && one.isConnected));
    const withFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const enter = (event: DragEvent) => {
      if (!withFiles(event)) return;
      event.preventDefault();
      entered.add(event.target);
      tell();
    };
    const leave = ({ target }: DragEvent) => {
      entered.delete(target);
      tell();
    };
    const drop = async (event: DragEvent) => {
      event.preventDefault();
      entered.clear();
      tell();
      for (const file of event.dataTransfer?.files ?? []) {
        if (!SUFFIXES.test(file.name)) {
          fail.current(`“${file.name}” is not a bundle.`, "Bundles end in .kedgeext or .zip.");
          continue;
        }
        const result = await client.upload(file);
        if (!result.ok) fail.current(result.error, result.hint);
      }
    };
    const listening = new AbortController(), { signal } = listening;
    document.addEventListener("dragenter", enter, { signal });
    document.addEventListener("dragleave", leave, { signal });
    document.addEventListener("dragover", (event) => event.preventDefault(), { signal });
    document.addEventListener("drop", drop, { signal });
    return () => listening.abort();
  }, [client]);
  return over;
}
