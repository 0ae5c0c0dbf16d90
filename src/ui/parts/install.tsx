import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Client } from "../client/mod.ts";
import { useSender } from "../page.ts";
import { Button, Icon, Notice } from "../system/mod.ts";

/** What a bundle may be called. */
const SUFFIXES = /\.(kedgeext|zip)$/i;

/**
 * Everything that brings an extension in: a file, a path or an address. Each only opens the review; nothing
 * is installed from here.
 */
export function Install(
  { client, autoFocus = false, onBegun }: {
    client: Client;
    autoFocus?: boolean;
    /** The review of a bundle was opened. */
    onBegun?: () => void;
  },
): JSX.Element {
  const sender = useSender(client);
  const [source, setSource] = useState("");
  const picker = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);
  const begin = async () => {
    if (source.trim() === "") return;
    const result = await sender.send({ name: "beginInstall", source: source.trim() });
    if (!result.ok) return;
    setSource("");
    onBegun?.();
  };
  return (
    <div class="column">
      <form
        class="row install"
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <span class="inset leading grow">
          <Icon name="extension" />
          <input
            ref={field}
            class="input"
            type="text"
            value={source}
            placeholder="Path or https:// address of a bundle, or drop a file here"
            aria-label="Path or address of a bundle"
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => setSource(event.currentTarget.value)}
          />
        </span>
        <Button type="submit" busy={sender.busy} disabled={source.trim() === ""}>Review</Button>
        <Button icon="folder" onClick={() => picker.current?.click()}>Choose file</Button>
        <input
          ref={picker}
          class="aside"
          type="file"
          accept=".kedgeext,.zip"
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = "";
            if (file) void sender.track(client.upload(file)).then((result) => result.ok && onBegun?.());
          }}
        />
      </form>
      {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
    </div>
  );
}

/** Takes bundle files dropped anywhere on the window; true while one is held over it. */
export function useDrop(client: Client, onFailure: (error: string, hint?: string) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const withFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const enter = (event: DragEvent) => {
      if (!withFiles(event)) return;
      event.preventDefault();
      depth++;
      setOver(true);
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const hold = (event: DragEvent) => event.preventDefault();
    const drop = async (event: DragEvent) => {
      event.preventDefault();
      depth = 0;
      setOver(false);
      for (const file of event.dataTransfer?.files ?? []) {
        if (!SUFFIXES.test(file.name)) {
          onFailure(`“${file.name}” is not a bundle.`, "Bundles end in .kedgeext or .zip.");
          continue;
        }
        const result = await client.upload(file);
        if (!result.ok) onFailure(result.error, result.hint);
      }
    };
    document.addEventListener("dragenter", enter);
    document.addEventListener("dragleave", leave);
    document.addEventListener("dragover", hold);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragenter", enter);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("dragover", hold);
      document.removeEventListener("drop", drop);
    };
  });
  return over;
}
