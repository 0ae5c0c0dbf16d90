import type { CatalogueDetail } from "../../../src/core/app/features/catalogue/lists.ts";
import { fixedRows } from "../../../src/core/resources/rows.ts";
import type { CatalogueState } from "../../../src/core/state/catalogue.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import type { Scene } from "./scenes.ts";
import { fullState } from "./state.ts";

const address = "git@github.com:example/catalog.git";

const row = (id: string, name: string, more: Partial<CatalogueDetail> = {}): CatalogueDetail => ({
  address,
  id,
  name,
  from: "Platform team",
  can: [],
  newly: [],
  newest: "1.2.0",
  state: "install",
  signedBy: ["alice@example.com"],
  summary: "It needs no account and does not reach beyond its own dialogs, as far as its imports show.",
  findings: [],
  published: Date.now() - 3 * 24 * 3_600_000,
  author: "Alice",
  ...more,
});

const rows: readonly CatalogueDetail[] = [
  row("orders", "Order tools", {
    state: "update",
    installed: "2.0.1",
    newest: "2.1.0",
    can: ["use the network", "read secrets of its account"],
    newly: ["use the network"],
    description: "What support needs for **orders**.",
    news: "- Refunds ask for a reason\n- Looks the parcel up at the carrier",
    summary: "It works in account 1234 5678 9012 and can use the network and read secrets of its account.",
    findings: [
      { severity: "caution", message: "Talks to other computers, and to programs of this one: net/http" },
      { severity: "caution", message: "Reads secrets of the account: k.Secret" },
    ],
  }),
  row("toolbox", "Toolbox", { state: "current", installed: "1.2.0" }),
  row("cleanup", "Clean up old images", { can: ["start other programs"] }),
  row("reports", "Weekly reports", {
    state: "rests",
    installed: "1.1.0",
    can: ["read and change your files"],
    restsUntil: Date.now() + 2 * 24 * 3_600_000,
  }),
  row("legacy", "Legacy import", {
    state: "none",
    installed: "0.9.0",
    withdrawn: "It deleted rows of the wrong shop",
  }),
];

const cached = (rows: readonly CatalogueDetail[]): Partial<PagesOptions> => ({
  catalogue: {
    entries: (text) => fixedRows(rows.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))),
    detail: (_, id) => fixedRows(rows.filter((row) => row.id === id)),
  },
});

const team: CatalogueState = {
  address,
  name: "Platform team",
  status: "ready",
  version: 12,
  checkedAt: Date.now() - 60_000,
  signedBy: ["alice@example.com"],
  extensions: rows.length,
};

const untrusted: CatalogueState = {
  address: "https://tools.example.com/kedge",
  name: "Data team",
  status: "untrusted",
  extensions: 4,
  signedBy: ["bob@example.com"],
  keys: {
    threshold: 1,
    signers: [
      {
        name: "bob@example.com",
        type: "ssh-ed25519",
        fingerprint: "SHA256:dfRLoVCjbycFMoJY/EIUgtOUxwohiJa1bsorGa16UKQ",
      },
      {
        name: "carol@example.com",
        type: "ecdsa-sha2-nistp256",
        fingerprint: "SHA256:JZMsz0Vfli8hdjk9V5nPMax1aSP3+Y6R9vIFz9IoC3c",
      },
    ],
  },
};

const failed: CatalogueState = {
  ...team,
  status: "failed",
  error: "An older catalogue is served: version 11, and 12 was here before.",
  hint: "Somebody may hide what was withdrawn since, or a copy was restored. Ask whoever publishes it.",
};

const scene = (name: string, catalogues: readonly CatalogueState[], parts: Partial<PagesOptions>): Scene => ({
  name,
  page: "catalogue",
  state: fullState({ catalogues }),
  pages: parts,
  width: 960,
  height: 640,
});

/** As many extensions as a catalogue may have. */
const MANY: readonly CatalogueDetail[] = Array.from({ length: 10_000 }, (_, at) => ({
  ...rows[at % rows.length]!,
  id: `tools-${at}`,
  name: `Tools ${at}`,
}));

/**
 * The page of the catalogue: full, with keys to compare, with an outdated catalogue, empty, being
 * read, and long.
 */
export const catalogueScenes: readonly Scene[] = [
  scene("catalogue", [team], cached(rows)),
  scene("catalogue-many", [{ ...team, extensions: MANY.length }], cached(MANY)),
  scene("catalogue-keys", [untrusted], cached([])),
  scene("catalogue-failed", [failed], cached(rows)),
  scene("catalogue-empty", [], cached([])),
  scene("catalogue-reading", [{ ...team, status: "reading", extensions: 0 }], cached([])),
  {
    name: "extensions-update",
    page: "extensions",
    state: fullState({
      extensions: fullState().extensions.map((one, at) =>
        at !== 1 ? one : {
          ...one,
          withdrawn: {
            error: "“Platform team” has withdrawn this version: It deleted rows of the wrong shop.",
            hint: "Open the catalogue for a newer version, or uninstall it.",
          },
          actions: one.actions.map((action) => ({
            ...action,
            state: "withdrawn" as const,
            badge: "withdrawn",
          })),
        }
      ),
      updates: [{
        address,
        extension: fullState().extensions[0]!.id,
        name: "Order tools",
        from: "2.0.1",
        to: "2.1.0",
        newly: ["use the network"],
      }],
    }),
    width: 800,
    height: 560,
  },
  { ...scene("catalogue-none", [team], cached(rows)), act: (tab) => tab.type("xyzzy") },
  scene(
    "catalogue-long",
    [{ ...failed, name: "A team with a very long name ".repeat(6), error: "word ".repeat(60) }],
    cached(
      rows.map((one) => ({
        ...one,
        name: `${one.name} ${"that goes on and on ".repeat(8)}`,
        can: Array(8).fill("use the network"),
      })),
    ),
  ),
];
