import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Client } from "../client/mod.ts";
import { useSender } from "../page.ts";
import { Button, Icon, Notice } from "../system/mod.ts";

/**
 * All ways to install an extension: a file, a path or an address. Each one only
 * opens the review; nothing is installed here.
 */
export function Install(
  { client, autoFocus = false, onBegun }: {
    client: Client;
    autoFocus?: boolean;
    /** Called when the review of a bundle was opened. */
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
    // The user may have typed another source meanwhile.
    setSource((now) => now === source ? "" : now);
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
