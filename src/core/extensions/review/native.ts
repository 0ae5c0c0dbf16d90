import type { Bundle } from "../../bundle/mod.ts";
import type { ReviewFinding } from "../../state/state.ts";
import { kindOf } from "./file_kind.ts";

/** Sources that Go would hand to other compilers, were they beside a package: pkg.go.dev/cmd/go, "File types". */
const SOURCES: readonly (readonly [suffix: RegExp, what: string])[] = [
  [/\.s$/i, "assembly"],
  [/\.(c|cc|cpp|cxx|m|h|hh|hpp|hxx)$/i, "C code"],
  [/\.(f|for|f90)$/i, "Fortran code"],
  [/\.swig(cxx)?$/i, "SWIG code"],
];

/** Compiled code by its suffix, or by what it begins with. */
const COMPILED = /\.(syso|o|a|so(\.\d+)*|dll|dylib|exe|com|lib|obj|wasm|jar|class|pyc)$/i;
const MAGIC: readonly (readonly number[])[] = [
  [0x7f, 0x45, 0x4c, 0x46], // ELF
  [0x4d, 0x5a], // Windows
  [0xfe, 0xed, 0xfa], // macOS
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xce, 0xfa, 0xed, 0xfe],
  [0xca, 0xfe, 0xba, 0xbe],
  [0x21, 0x3c, 0x61, 0x72, 0x63, 0x68], // archives of object files
  [0x00, 0x61, 0x73, 0x6d], // WebAssembly
];

/** Files that are code and no Go, and files that a review cannot show. */
export function nativeFindings({ files, facts }: Pick<Bundle, "files" | "facts">): ReviewFinding[] {
  const findings: ReviewFinding[] = [];
  for (const [file, known] of facts) {
    const source = SOURCES.find(([suffix]) => suffix.test(file));
    if (source) {
      findings.push({
        severity: "caution",
        message: `Is ${source[1]}, which Kedge does not compile`,
        file,
      });
      continue;
    }
    if (file.endsWith(".go")) continue;
    if (kindOf(file, known, () => files.get(file)!) !== "binary") continue;
    const compiled = COMPILED.test(file) ||
      MAGIC.some((magic) => magic.every((byte, at) => known.head[at] === byte));
    findings.push({
      severity: compiled ? "danger" : "caution",
      message: compiled
        ? "Is compiled code: Kedge does not use it, what the actions start could"
        : "Is not text: its content cannot be reviewed",
      file,
    });
  }
  return findings;
}
