import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Sender } from "../../page.ts";
import { Button } from "../../system/mod.ts";

/** A form for the address of a catalogue. The address is saved in config.json, and then the keys are shown. */
export function AddCatalogue({ sender, onDone }: { sender: Sender; onDone: () => void }): JSX.Element {
  const [address, setAddress] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <form
      class="row catalogue-add"
      onSubmit={(event) => {
        event.preventDefault();
        if (address.trim() === "") return;
        void sender.send({ name: "addCatalogue", address: address.trim() }).then(({ ok }) => ok && onDone());
      }}
    >
      <input
        class="input grow"
        type="text"
        ref={field}
        value={address}
        placeholder="git@host:team/catalog.git, https://…, s3://… or a folder"
        aria-label="Address of a catalogue"
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => setAddress(event.currentTarget.value)}
      />
      <Button type="submit" busy={sender.busy} disabled={address.trim() === ""}>Show its keys</Button>
    </form>
  );
}
