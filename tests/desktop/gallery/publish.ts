import type { CatalogueState } from "../../../src/core/state/catalogue.ts";
import type { PreparedPublishing, PublishingState } from "../../../src/core/state/publishing.ts";
import { developed } from "./development.ts";
import type { Scene } from "./scenes.ts";

const ADDRESS = "git@github.example.com:team/catalog.git";
const catalogue: CatalogueState = {
  address: ADDRESS,
  name: "Team tools",
  status: "ready",
  version: 7,
  extensions: 12,
};
const BEFORE = `package action

import "kedge"

// Rotate gives a user new access keys.
func Rotate(k *kedge.Kit) error {
	return k.Toast("Rotated.")
}
`;
const prepared: PreparedPublishing = {
  catalogue: { name: "Team tools", version: 7 },
  digest: "7e".repeat(32),
  before: "1.4.0",
  version: "1.4.0",
  proposed: "1.4.1",
  same: false,
  more: ["reach the network"],
  summary: "It works in the account that you choose and reaches the network.",
  hash: "0f".repeat(32),
  files: [
    {
      path: "actions/rotate.go",
      size: 312,
      change: "changed",
      kind: "source",
      before: BEFORE,
      text: BEFORE.replace('import "kedge"', 'import (\n\t"kedge"\n\t"net/http"\n)')
        .replace(
          'return k.Toast("Rotated.")',
          '_, err := http.Get("https://rotate.example.com")\n\treturn err',
        ),
    },
    { path: "icon.png", size: 2211, change: "added", kind: "image" },
  ],
  lost: false,
  keys: [
    { fingerprint: "SHA256:abc", comment: "anna@example.com", file: "/home/anna/.ssh/id_ed25519.pub" },
    { fingerprint: "SHA256:def", comment: "anna@phone", file: null },
  ],
  pushes: true,
};
const scene = (name: string, state: Partial<PublishingState> | null, catalogues = [catalogue]): Scene => ({
  name,
  page: "publish",
  params: { extension: developed.extension },
  state: {
    ...developed.state,
    catalogues,
    publishing: state === null
      ? []
      : [{ extension: developed.extension, catalogue: ADDRESS, status: "ready", ...state }],
  },
  width: 720,
  height: 640,
});

/** Scenes of adding an extension to a catalogue. */
export const publishScenes: readonly Scene[] = [
  scene("publish", { prepared }),
  scene("publish-looking", { status: "looking" }),
  scene("publish-publishing", { status: "publishing", prepared }),
  scene("publish-changed", { prepared, changed: true }),
  scene("publish-changed-looking", { prepared, changed: true, status: "looking" }),
  scene("publish-done", {
    status: "done",
    done: "Published version 8 of “Team tools”. Colleagues see it the next time that their Kedge looks.",
  }),
  scene("publish-failed", {
    status: "failed",
    prepared,
    fault: {
      message: "/home/anna/.ssh/id_ed25519.pub has a passphrase.",
      hint: "Load it into your agent first: ssh-add /home/anna/.ssh/id_ed25519",
    },
  }),
  scene("publish-first", {
    prepared: {
      ...prepared,
      catalogue: null,
      digest: null,
      before: null,
      more: [],
      files: [],
      version: "1.4.1",
      pushes: false,
    },
  }),
  scene("publish-cosign", {
    prepared: {
      ...prepared,
      same: true,
      more: [],
      files: [],
      version: "1.4.1",
      cosigned: [
        "This only adds your signature to version 7 of “Team tools”, signed by bert@example.com.",
        "Since version 6, which was accepted here last:",
        "new: keys 2: 2 of anna@example.com (SHA256:abc), bert@example.com (SHA256:ghi)",
        "new: version rotate 1.4.1 (0f0f0f0f0f0f), can use the network",
        "It is valid until 2026-12-01.",
      ],
    },
  }),
  scene("publish-no-key", { prepared: { ...prepared, keys: [], lost: true, files: [] } }),
  scene("publish-nowhere", null, []),
  { ...scene("publish-narrow", { prepared }), width: 340, height: 640 },
];
