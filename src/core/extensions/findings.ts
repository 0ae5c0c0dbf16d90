import { type Bundle, declaredContext, readGoSource } from "../bundle/mod.ts";
import type { ReviewFinding } from "../state/state.ts";

type Severity = ReviewFinding["severity"];

/** Imports that reach the system or the network, by path or by its first part, and what they can do. */
const IMPORTS: readonly (readonly [path: string, severity: Severity, does: string])[] = [
  ["os/exec", "danger", "starts other programs"],
  ["syscall", "danger", "calls the operating system directly"],
  ["unsafe", "danger", "reads and writes memory without checks"],
  ["plugin", "danger", "loads code at run time"],
  ["C", "danger", "contains C code, which Kedge does not compile"],
  ["runtime/cgo", "danger", "contains C code, which Kedge does not compile"],
  ["os/user", "caution", "reads who you are"],
  ["os", "caution", "reads and changes files and the environment"],
  ["io/ioutil", "caution", "reads and changes files"],
  ["path/filepath", "info", "looks through folders"],
  ["embed", "info", "takes files of the bundle into the program"],
  ["net/http", "caution", "talks to web servers"],
  ["net/smtp", "caution", "sends mail"],
  ["net/rpc", "caution", "talks to other computers"],
  ["net/url", "info", "reads and makes addresses"],
  ["net/mail", "info", "reads mail texts"],
  ["net/netip", "info", "reads network addresses"],
  ["net/textproto", "caution", "talks to other computers"],
  ["net", "caution", "talks to other computers"],
  ["crypto/tls", "caution", "talks to other computers"],
  ["log/syslog", "caution", "writes to the system's log"],
  ["debug", "info", "reads programs"],
];

/** Calls of the SDK that matter for trust. */
const CALLS: readonly (readonly [name: string, severity: Severity, does: string])[] = [
  ["Secret", "caution", "reads secrets of the account"],
  ["SecretField", "caution", "reads secrets of the account"],
  ["Query", "caution", "queries your SQL servers"],
  ["HTTP", "caution", "talks to web servers"],
];

const DIRECTIVES: Readonly<Record<string, readonly [Severity, string]>> = {
  "go:linkname": ["danger", "reaches into the insides of other packages"],
  "go:generate": ["info", "names a command for authors; Kedge does not run it"],
  "go:embed": ["info", "takes files of the bundle into the program"],
  "#cgo": ["danger", "contains C code, which Kedge does not compile"],
};

/** Characters that make a source read as something else than the compiler reads (CVE-2021-42574). */
const DECEPTIVE = /[\u202a-\u202e\u2066-\u2069]/;
const INVISIBLE = /[\u200b-\u200f\u2060-\u2064\u061c]|\ufeff(?!^)/;

/** What a reader should know before trusting the bundle, each with its place; the most serious first. */
export function findingsOf(bundle: Bundle): ReviewFinding[] {
  const findings: ReviewFinding[] = contextFindings(bundle);
  for (const [file, bytes] of bundle.files) {
    if (!file.endsWith(".go")) continue;
    const text = new TextDecoder().decode(bytes);
    findings.push(...sourceFindings(file, text));
  }
  const order: readonly Severity[] = ["danger", "caution", "info"];
  return findings.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

function sourceFindings(file: string, text: string): ReviewFinding[] {
  const source = readGoSource(text);
  const findings: ReviewFinding[] = [];
  for (const { path, line } of source.imports) {
    const known = IMPORTS.find(([name]) => path === name) ??
      IMPORTS.find(([name]) => path.startsWith(`${name}/`));
    if (known) findings.push({ severity: known[1], message: `${known[2]} (imports ${path})`, file, line });
    else if (path.includes(".") && !path.startsWith("bundle/")) {
      findings.push({
        severity: "caution",
        message: `imports ${path}, which is not part of Go and will not be found`,
        file,
        line,
      });
    }
  }
  for (const [name, severity, does] of CALLS) {
    const line = source.selectors.get(name);
    if (line !== undefined) findings.push({ severity, message: `${does} (k.${name})`, file, line });
  }
  for (const { name, line } of source.directives) {
    const known = DIRECTIVES[name];
    if (known) findings.push({ severity: known[0], message: `${known[1]} (${name})`, file, line });
  }
  for (const [index, line] of text.split("\n").entries()) {
    const deceptive = DECEPTIVE.test(line);
    if (!deceptive && !INVISIBLE.test(index === 0 ? line.replace(/^\ufeff/, "") : line)) continue;
    findings.push({
      severity: deceptive ? "danger" : "caution",
      message: deceptive
        ? "has characters that reverse how the line reads"
        : "has characters that are not seen",
      file,
      line: index + 1,
    });
  }
  return findings;
}

/** Which account, role and region the actions run in, from the manifest. */
function contextFindings({ manifest }: Bundle): ReviewFinding[] {
  const contexts = manifest.actions.map((action) => declaredContext(manifest, action));
  const accounts = new Set(
    contexts.filter(({ account }) => account)
      .map(({ account, role, region }) => [account, role, region].filter(Boolean).join(" · ")),
  );
  const file = "manifest.json";
  const findings: ReviewFinding[] = [...accounts].map((account) => ({
    severity: "caution",
    message: `runs in account ${account}`,
    file,
  }));
  if (contexts.some(({ mode, account }) => mode === "inherit" && !account)) {
    findings.push({ severity: "caution", message: "runs in an account that you choose", file });
  }
  return findings;
}

/** One sentence in plain words on what the bundle can do on the machine. */
export function summaryOf(findings: readonly ReviewFinding[], account: boolean): string {
  const has = (text: string) => findings.some(({ message }) => message.startsWith(text));
  const can = [
    has("starts other programs") || has("calls the operating system") ? "start other programs" : "",
    has("reads and changes files") ? "read and change your files" : "",
    has("talks to") || has("sends mail") ? "use the network" : "",
    has("reads secrets") ? "read secrets of its account" : "",
    has("queries your") ? "query your servers" : "",
  ].filter(Boolean);
  const where = account ? "It works in a cloud account" : "It needs no account";
  if (findings.some(({ severity }) => severity === "danger") && can.length === 0) {
    return `${where} and uses parts of Go that get around its safety.`;
  }
  if (can.length === 0) {
    return `${where} and does not reach beyond its own dialogs as far as its imports show.`;
  }
  return `${where} and can ${can.join(", ").replace(/, ([^,]*)$/, " and $1")}.`;
}
