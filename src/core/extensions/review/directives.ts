import type { Capability } from "./capability.ts";
import type { ReviewFinding } from "../../state/state.ts";
import { ownProperty } from "../../own_property.ts";

/** What a directive to the compiler means for a reader. */
interface Directive {
  readonly severity: ReviewFinding["severity"];
  readonly does: string;
  readonly can?: Capability;
}

const DIRECTIVES: Readonly<Record<string, Directive>> = {
  "go:linkname": { severity: "danger", does: "Reaches into the insides of other packages", can: "memory" },
  "go:noescape": { severity: "danger", does: "Hides a pointer from the compiler", can: "memory" },
  "go:uintptrescapes": { severity: "danger", does: "Hides a pointer from the compiler", can: "memory" },
  "go:wasmimport": { severity: "danger", does: "Calls code outside of Go", can: "anything" },
  "go:generate": { severity: "info", does: "Names a command for authors; Kedge does not run it" },
  "go:embed": { severity: "info", does: "Takes files of the bundle into the program" },
  "go:build": { severity: "info", does: "Is compiled under conditions only" },
  "line": { severity: "info", does: "Gives its lines other names and numbers" },
};

/** Directives that change neither what code does nor what a reader sees of it. */
const HARMLESS = /^(?:go:(?:debug|fix|inline|noinline|norace|nosplit|nocheckptr|wasmexport)|export)$/;

/**
 * What a comment that speaks to Go means; null for what means nothing. `text` is without what opens it. A
 * directive of `go:` that is not known here may be anything.
 */
export function directiveOf(text: string): (Directive & { readonly name: string }) | null {
  const name = /^(?:go:[\w-]*|line|export)/.exec(text)?.[0] ?? "";
  const known = ownProperty(DIRECTIVES, name);
  if (known) return { name, ...known };
  if (name === "" || HARMLESS.test(name)) return null;
  return name.startsWith("go:cgo_")
    ? { name, severity: "danger", does: "Links code that is not Go", can: "anything" }
    : { name, severity: "danger", does: "Tells the compiler what Kedge does not know", can: "anything" };
}
