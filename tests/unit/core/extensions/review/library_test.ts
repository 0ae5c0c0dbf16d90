import assert from "node:assert/strict";
import { libraryPackage, libraryPaths } from "../../../../../src/core/extensions/review/library/packages.ts";
import { METHODS, SAYS } from "../../../../../src/core/extensions/review/library/methods.ts";
import { MEMBERS } from "../../../../../src/core/extensions/review/library/members.ts";

/** Packages that each release of Go adds, with those of experiments and other systems. */
const RELEASES: Readonly<Record<string, string>> = {
  "1.19": `
  archive/tar archive/zip bufio bytes compress/bzip2 compress/flate compress/gzip compress/lzw
  compress/zlib container/heap container/list container/ring context crypto crypto/aes crypto/boring
  crypto/cipher crypto/des crypto/dsa crypto/ecdsa crypto/ed25519 crypto/elliptic crypto/hmac crypto/md5
  crypto/rand crypto/rc4 crypto/rsa crypto/sha1 crypto/sha256 crypto/sha512 crypto/subtle crypto/tls
  crypto/tls/fipsonly crypto/x509 crypto/x509/pkix database/sql database/sql/driver debug/buildinfo
  debug/dwarf debug/elf debug/gosym debug/macho debug/pe debug/plan9obj embed encoding encoding/ascii85
  encoding/asn1 encoding/base32 encoding/base64 encoding/binary encoding/csv encoding/gob encoding/hex
  encoding/json encoding/pem encoding/xml errors expvar flag fmt go/ast go/build go/build/constraint
  go/constant go/doc go/doc/comment go/format go/importer go/parser go/printer go/scanner go/token
  go/types hash hash/adler32 hash/crc32 hash/crc64 hash/fnv hash/maphash html html/template image
  image/color image/color/palette image/draw image/gif image/jpeg image/png index/suffixarray io io/fs
  io/ioutil log log/syslog math math/big math/bits math/cmplx math/rand mime mime/multipart
  mime/quotedprintable net net/http net/http/cgi net/http/cookiejar net/http/fcgi net/http/httptest
  net/http/httptrace net/http/httputil net/http/pprof net/mail net/netip net/rpc net/rpc/jsonrpc net/smtp
  net/textproto net/url os os/exec os/signal os/user path path/filepath plugin reflect regexp
  regexp/syntax runtime runtime/asan runtime/cgo runtime/debug runtime/metrics runtime/msan runtime/pprof
  runtime/race runtime/trace sort strconv strings sync sync/atomic syscall syscall/js testing
  testing/fstest testing/iotest testing/quick text/scanner text/tabwriter text/template
  text/template/parse time time/tzdata unicode unicode/utf16 unicode/utf8 unsafe`,
  "1.20": "arena crypto/ecdh runtime/coverage",
  "1.21": "cmp log/slog maps slices testing/slogtest",
  "1.22": "go/version iter math/rand/v2",
  "1.23": "structs unique",
  "1.24": "crypto/fips140 crypto/hkdf crypto/mlkem crypto/pbkdf2 crypto/sha3 testing/synctest weak",
  "1.25": "encoding/json/jsontext encoding/json/v2",
  "1.26": "crypto/hpke crypto/mlkem/mlkemtest runtime/secret simd/archsimd testing/cryptotest",
};

for (const [release, paths] of Object.entries(RELEASES)) {
  Deno.test(`libraryPackage() knows every package of Go ${release}`, () => {
    assert.deepEqual(paths.trim().split(/\s+/).filter((path) => !libraryPackage(path)), []);
  });
}

Deno.test("libraryPackage() knows nothing else", () => {
  const all = Object.values(RELEASES).flatMap((paths) => paths.trim().split(/\s+/));
  assert.deepEqual(libraryPaths().filter((path) => !all.includes(path)), []);
  for (const path of ["", "os/", "OS", "internal/abi", "vendor/x", "constructor", "__proto__"]) {
    assert.equal(libraryPackage(path), undefined, path);
  }
});

Deno.test("the library's names each stand in one place", () => {
  for (const [path, kinds] of Object.entries(MEMBERS)) {
    const names = Object.values(kinds).flatMap((text) => text.trim().split(/\s+/));
    assert.deepEqual(names.filter((name, index) => names.indexOf(name) !== index), [], path);
  }
});

Deno.test("the library's methods and words are of packages that it has", () => {
  const paths = [...METHODS.flatMap(({ packages }) => packages), ...Object.keys(SAYS)];
  assert.deepEqual(paths.filter((path) => !path.startsWith("k.") && !libraryPackage(path)), []);
});
