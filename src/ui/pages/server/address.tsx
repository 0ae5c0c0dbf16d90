import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { EntryForm } from "../../parts/entry/form.tsx";
import { ADDRESS, USER } from "../../parts/entry/pasted_texts.ts";
import { Field, inputField } from "../../system/mod.ts";

const address = inputField({
  key: ADDRESS,
  label: "Paste what you have",
  placeholder: "postgres://ada@db.example.com/shop",
  help: "An address (postgres://, mysql://, jdbc:…), a line that starts psql or mysql, or host:port. " +
    "A password in it is not kept.",
});

const user = inputField({
  key: USER,
  label: "User",
  placeholder: "",
  help: "Kedge asks for the password when it connects.",
});

/** The field for a new server's address, which fills the form while it is entered. */
export function AddressField({ form }: { form: EntryForm }): JSX.Element {
  const [left, setLeft] = useState(false);
  const text = form.draft.texts[ADDRESS] ?? "";
  return (
    <Field
      field={address}
      value={text}
      autoFocus
      code
      problem={left && text.trim() !== "" ? "Kedge does not know this kind of address." : undefined}
      onInput={(next) => {
        setLeft(false);
        form.change(ADDRESS, next);
      }}
      onLeave={() => {
        form.left(ADDRESS);
        setLeft(true);
      }}
    />
  );
}

/** The user name with which the first question about the login begins. */
export function UserField({ form }: { form: EntryForm }): JSX.Element {
  return (
    <Field
      field={user}
      value={form.draft.texts[USER] ?? ""}
      onInput={(next) => form.change(USER, next)}
    />
  );
}
