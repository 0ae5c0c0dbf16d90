import type { JSX } from "preact";
import type { CatalogueState } from "../../../core/state/catalogue.ts";
import { type Sender, useNow } from "../../page.ts";
import { Button, Notice } from "../../system/mod.ts";
import { ago, count } from "../../text/format.ts";

/** Messages about the catalogues: keys to verify, failures, and outdated lists. */
export function Sources(
  { catalogues, sender }: { catalogues: readonly CatalogueState[]; sender: Sender },
): JSX.Element {
  const now = useNow(true, 60_000);
  const remove = (address: string) => (
    <Button
      compact
      onClick={() => void sender.send({ name: "removeCatalogue", address })}
    >
      Remove
    </Button>
  );
  return (
    <>
      {catalogues.map((one) =>
        one.status === "untrusted"
          ? (
            <section key={one.address} class="catalogue-keys" aria-label={`Keys of ${one.name}`}>
              <h2>{`Are these the keys of “${one.name}”?`}</h2>
              <p class="words">
                {`${one.address} has ${count(one.extensions, "extension")}, signed by ${
                  one.signedBy?.join(", ")
                }. Compare its keys with what its publishers say, by another way than this address; ${one.keys?.threshold} of them must sign.`}
              </p>
              <ul>
                {one.keys?.signers.map(({ name, type, fingerprint }) => (
                  <li key={fingerprint} class="row">
                    <code class="words">{fingerprint}</code>
                    <span class="quiet small">{`${type} · ${name}`}</span>
                  </li>
                ))}
              </ul>
              <p class="row">
                {remove(one.address)}
                <Button
                  compact
                  busy={sender.busy}
                  onClick={() =>
                    void sender.send({
                      name: "trustCatalogue",
                      address: one.address,
                      fingerprints: one.keys?.signers.map(({ fingerprint }) => fingerprint) ?? [],
                    })}
                >
                  Trust these keys
                </Button>
              </p>
            </section>
          )
          : one.status === "failed"
          ? (
            <Notice
              key={one.address}
              tone="caution"
              message={`${one.name}: ${one.error}`}
              hint={[
                one.hint ?? "",
                one.checkedAt === undefined ? "" : `Its answer from ${ago(one.checkedAt, now)} is used.`,
              ].filter(Boolean).join(" ")}
            >
              {remove(one.address)}
            </Notice>
          )
          : null
      )}
    </>
  );
}
