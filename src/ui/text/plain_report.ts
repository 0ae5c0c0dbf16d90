const BLOCKS = new Set(
  "ADDRESS ARTICLE ASIDE BLOCKQUOTE DIV DL DT DD FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI OL P PRE SECTION TABLE TR UL"
    .split(" "),
);
const SILENT = new Set(["STYLE", "SCRIPT", "TITLE", "HEAD"]);

/** Converts a report to plain text: each block on its own lines, cells of a row separated by tabs for spreadsheets. */
export function plainReport(html: string): string {
  // Remove styles, because they are not text and each would be reported as a
  // violation of the page's content security policy.
  const plain = html.replace(/<style[\s\S]*?<\/style>/gi, "").replace(/\sstyle="[^"]*"/gi, "");
  const text = textOf(new DOMParser().parseFromString(plain, "text/html").body);
  return text.replace(/[ \u00a0]+\n/g, "\n").replace(/\n{3,}/g, "\n\n").trim() + "\n";
}

function textOf(node: Node, pre = false): string {
  if (node.nodeType === Node.TEXT_NODE) {
    const text = node.textContent ?? "";
    return pre ? text : text.replace(/\s+/g, " ");
  }
  if (!(node instanceof Element) || SILENT.has(node.tagName)) return "";
  if (node.tagName === "BR") return "\n";
  if (node.tagName === "TR") {
    return `${[...node.children].map((cell) => textOf(cell).replace(/\s+/g, " ").trim()).join("\t")}\n`;
  }
  const inside = [...node.childNodes].map((child) => textOf(child, pre || node.tagName === "PRE")).join("");
  if (!BLOCKS.has(node.tagName)) return inside;
  const block = pre || node.tagName === "PRE" ? inside : inside.replace(/^\s+|[ ]+$/g, "");
  const mark = node.tagName === "LI" ? "- " : "";
  return `\n${mark}${block}${block.endsWith("\n") ? "" : "\n"}`;
}
