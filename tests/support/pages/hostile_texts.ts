/**
 * Texts from outside that try to be more than text, and messages for pages that contain them wherever people
 * read something.
 */

/** Fields of pages' messages that people read; other texts are keywords between Kedge and its pages. */
const READ = new Set(
  ("name label title message hint error detail description tooltip summary text email host database user source file " +
    "folder extensionName actionLabel placeholder help reason why role portal engine version image schema table " +
    "column comment cluster service task line author sql value default badge from").split(" "),
);
/** Markup for each place that could accept it: text, attributes, addresses, styles, templates and comments. */
const MARKUP =
  "\"'`><img src=x onerror=pwned=1 class=pwned><svg onload=pwned=1 class=pwned></svg><script>pwned=1</script>" +
  "<a href=javascript:pwned=1 class=pwned>x</a><style>*{background:url(//evil.example/x)}</style><base href=//evil.example>" +
  "<iframe srcdoc='<script>parent.pwned=1</script>' class=pwned></iframe><link rel=stylesheet href=//evil.example/x>" +
  "<meta http-equiv=refresh content='0;url=//evil.example'><!--${pwned=1}{{pwned=1}}javascript:pwned=1";
/** Besides markup: characters that reverse text, control characters, line breaks, addresses, and style sheet syntax. */
export const HOSTILE_TEXTS =
  `${MARKUP}\u202E\u2066\u200B\u0000\u0007\u001B]0;x\u0007\r\n\u2028</style>*{color:red;background:url(http://evil.example/css)}` +
  "@import 'http://evil.example/i';}https://evil.example/?q=1 mailto:x@evil.example file:///etc/passwd";

/** Returns a message for a page in which names, cells and lines end with a hostile text. */
export function hostileMessage(message: string, hostile = MARKUP): string {
  if (!/^\{"type":"(change|rows)"/.test(message)) return message;
  const rows = message.startsWith('{"type":"rows"');
  return JSON.stringify(
    JSON.parse(message, function (this: unknown, key, value) {
      const read = READ.has(key) || (rows && Array.isArray(this));
      return typeof value === "string" && read ? value + hostile : value;
    }),
  );
}
