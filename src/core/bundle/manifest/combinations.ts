import type { Path } from "../../document/kind.ts";
import { nameOf, written } from "../../document/value.ts";
import type { Node } from "../../json/mod.ts";
import { versionAtLeast } from "../../version_order.ts";
import { actionsOf, type ManifestProblems, textAt } from "./problems.ts";

/** Checks what fields say together, also of a manifest that has other errors. */
export function checkCombinations(root: Node, manifestProblems: ManifestProblems): void {
  checkVersions(root, manifestProblems);
  const ids = new Set<string>();
  for (const [index, action] of actionsOf(root).entries()) {
    const path = ["actions", index];
    checkContextMode(action, path, manifestProblems);
    const id = textAt(action, "id");
    if (id !== undefined && ids.has(id)) {
      manifestProblems.error([...path, "id"], {
        code: "duplicate-action",
        message: `${nameOf([...path, "id"])} ${written(id)} is the id of another action`,
        hint: "Ids of actions are unique within the extension",
      });
    }
    if (id !== undefined) ids.add(id);
  }
}

function checkVersions(root: Node, manifestProblems: ManifestProblems): void {
  const app = textAt(root, "minAppVersion"), kedge = textAt(root, "minKedgeVersion");
  if (app === undefined || kedge === undefined) return;
  if (versionAtLeast(app, kedge) && versionAtLeast(kedge, app)) return;
  manifestProblems.error(["minKedgeVersion"], {
    code: "version-conflict",
    message: `\`minKedgeVersion\` is ${written(kedge)} and \`minAppVersion\` is ${written(app)}`,
    hint: "They mean the same: keep one",
  });
}

/** Which of the action's own account, role and region have an effect. */
function checkContextMode(action: Node, path: Path, manifestProblems: ManifestProblems): void {
  const mode = textAt(action, "contextMode");
  const account = textAt(action, "account");
  if (mode === "custom" || (mode === undefined && account !== undefined)) {
    if (account === undefined) {
      manifestProblems.error([...path, "contextMode"], {
        code: "custom-needs-account",
        message: 'A "custom" context needs an account',
        hint: 'Add `account`, or use "inherit"',
      });
    }
    return;
  }
  // The time limit of an unknown context is not known either.
  if (mode !== undefined && mode !== "inherit" && mode !== "none") return;
  for (const key of ["account", "role", "region"]) {
    if (textAt(action, key) === undefined) continue;
    manifestProblems.warning([...path, key], {
      code: key === "account" ? "account-ignored" : "context-ignored",
      message: `${nameOf([...path, key])} has no effect: the action's context is ${
        written(mode ?? "inherit")
      }`,
      hint: mode === "none" ? "Remove it" : 'Use "contextMode": "custom" with an account',
    });
  }
}
