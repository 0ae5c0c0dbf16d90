import type { Capability } from "../capability.ts";
import { MEMBERS } from "./members.ts";
import type { MemberTable } from "./table.ts";

/**
 * Capabilities of each package of Go's standard library; `NOTHING` lists packages that only compute. Packages
 * in which some functions can do more than others are in `members.ts`; what a name leads to by its types is
 * in `reached.ts`, which is generated. The lists hold for Go 1.19 to 1.26, including packages that exist only
 * on some systems or behind an experiment.
 *
 * Not counted: what a package does by itself without being told where (temporary files for large requests,
 * the system's time zone, random numbers), and ending the action's own process.
 */
const NOTHING = [
  "bufio bytes cmp context embed encoding errors flag fmt html io io/fs iter log log/slog maps path regexp",
  "regexp/syntax slices sort strconv strings structs sync unicode unicode/utf16 unicode/utf8 unique weak hash",
  "compress/bzip2 compress/flate compress/gzip compress/lzw compress/zlib container/heap container/list",
  "container/ring crypto crypto/aes crypto/boring crypto/cipher crypto/des crypto/dsa crypto/ecdh crypto/ecdsa",
  "crypto/ed25519 crypto/elliptic crypto/fips140 crypto/hkdf crypto/hmac crypto/hpke crypto/md5 crypto/mlkem",
  "crypto/mlkem/mlkemtest crypto/pbkdf2 crypto/rand crypto/rc4 crypto/rsa crypto/sha1 crypto/sha256 crypto/sha3",
  "crypto/sha512 crypto/subtle crypto/tls/fipsonly crypto/x509/pkix database/sql database/sql/driver debug/dwarf",
  "debug/gosym encoding/ascii85 encoding/asn1 encoding/base32 encoding/base64 encoding/binary encoding/csv",
  "encoding/gob encoding/hex encoding/json encoding/json/jsontext encoding/json/v2 encoding/pem encoding/xml",
  "go/ast go/build/constraint go/constant go/doc go/doc/comment go/format go/printer go/scanner go/token go/types",
  "go/version hash/adler32 hash/crc32 hash/crc64 hash/fnv hash/maphash image image/color image/color/palette",
  "image/draw image/gif image/jpeg image/png index/suffixarray math math/big math/bits math/cmplx math/rand",
  "math/rand/v2 mime/quotedprintable net/http/cookiejar net/http/httptrace net/mail net/netip net/url os/signal",
  "runtime/metrics runtime/pprof runtime/race runtime/secret runtime/trace testing/fstest testing/iotest",
  "testing/quick text/scanner text/tabwriter text/template/parse time/tzdata",
].join(" ");

const REACHING: Readonly<Record<string, string>> = {
  "archive/tar": "identity", // looks up the names of a file's owners
  "arena": "memory",
  "crypto/x509": "network settings", // the system's roots; some systems fetch what is missing
  "debug/elf": "read",
  "debug/macho": "read",
  "debug/pe": "read",
  "debug/plan9obj": "read",
  "expvar": "network",
  "go/build": "programs read environment", // asks `go list`
  "go/importer": "programs read environment",
  "log/syslog": "network",
  "net/http/cgi": "programs network environment",
  "net/http/fcgi": "network environment",
  "net/http/httptest": "network",
  "net/http/httputil": "network",
  "net/http/pprof": "network environment",
  "net/rpc": "network",
  "net/rpc/jsonrpc": "network",
  "net/smtp": "network",
  "os/exec": "programs",
  "os/user": "identity",
  "plugin": "memory",
  "runtime/asan": "memory",
  "runtime/cgo": "memory",
  "runtime/coverage": "write",
  "runtime/msan": "memory",
  "simd/archsimd": "memory",
  "syscall": "system",
  "syscall/js": "system",
  "testing": "read write environment",
  "testing/cryptotest": "read write environment", // Its functions provide a testing.T.
  "testing/slogtest": "read write environment",
  "testing/synctest": "read write environment",
  "unsafe": "memory",
};

/** The capabilities of one package. */
export interface LibraryPackage {
  /** All capabilities of the package together. */
  readonly all: readonly Capability[];
  /** The capabilities of exported names; when absent, each name has all of them. */
  readonly members?: ReadonlyMap<string, readonly Capability[]>;
  /** The capabilities of names outside of `members`; when absent, such a name has all of them. */
  readonly rest?: readonly Capability[];
}

let known: ReadonlyMap<string, LibraryPackage> | undefined;

/** Returns the capabilities of a package of the standard library; undefined for any other path. */
export function libraryPackage(path: string): LibraryPackage | undefined {
  known ??= buildLibrary(REACHED);
  return known.get(path);
}

/** Returns the path of every package that has an entry. */
export function libraryPaths(): string[] {
  known ??= buildLibrary(REACHED);
  return [...known.keys()].sort();
}

function words<T extends string = string>(text: string): T[] {
  return text.split(/\s+/).filter((word) => word !== "") as T[];
}

/**
 * Returns all packages; `reached` contains what names lead to by their types, in addition to their own
 * capabilities.
 */
export function buildLibrary(reached: MemberTable): Map<string, LibraryPackage> {
  const all = new Map<string, LibraryPackage>();
  for (const path of words(NOTHING)) all.set(path, { all: [] });
  for (const [path, text] of Object.entries(REACHING)) all.set(path, { all: words<Capability>(text) });
  for (const [path, kinds] of Object.entries(MEMBERS)) {
    const members = new Map<string, Capability[]>();
    for (const [text, names] of Object.entries(kinds)) {
      for (const name of words(names)) members.set(name, text === "nothing" ? [] : words<Capability>(text));
    }
    all.set(path, { all: [...new Set([...members.values()].flat())], members });
  }
  for (const [path, kinds] of Object.entries(reached)) {
    const entry = all.get(path)!;
    const members = new Map(entry.members);
    for (const [text, names] of Object.entries(kinds)) {
      for (const name of words(names)) {
        members.set(name, [...new Set([...members.get(name) ?? entry.all, ...words<Capability>(text)])]);
      }
    }
    const rest = entry.members ? {} : { rest: entry.all };
    all.set(path, { all: [...new Set([...entry.all, ...[...members.values()].flat()])], members, ...rest });
  }
  return all;
}

/**
 * What names of the standard library lead to by their types, beyond what they can do by themselves: through
 * parameters, results, fields, methods and elements, in any Go from 1.19 on. Generated by
 * `tests/support/library/releases.ts --write`, which fetches those releases; not to be edited.
 */
export const REACHED: MemberTable = {
  "crypto/tls": {
    "network": "Certificate Config ConnectionState LoadX509KeyPair X509KeyPair",
  },
  "database/sql/driver": {
    "memory": "RowsColumnTypeScanType",
  },
  "encoding/json": {
    "memory": `
      InvalidUnmarshalError MarshalerError UnmarshalFieldError UnmarshalTypeError UnsupportedTypeError
      UnsupportedValueError`,
  },
  "encoding/json/jsontext": {
    "memory": "Internal",
  },
  "encoding/json/v2": {
    "memory": "SemanticError",
  },
  "encoding/xml": {
    "memory": "TagPathError UnsupportedTypeError",
  },
  "go/ast": {
    "memory": "FieldFilter Fprint NotNilFilter",
  },
  "net/http/cookiejar": {
    "network": "Jar New",
  },
  "net/http/httptrace": {
    "network": "ClientTrace ContextClientTrace WithClientTrace",
  },
  "testing": {
    "memory": "MainStart",
  },
  "testing/quick": {
    "memory": "Check CheckEqual Config Generator Value",
  },
};
