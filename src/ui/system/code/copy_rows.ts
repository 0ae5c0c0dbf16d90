/**
 * Copies a selection of rows as lines of text: wrapped rows are joined to one line, and gutters are left out.
 * Leaves selections within one row to the browser.
 */
export function copyRows(event: ClipboardEvent): void {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0 || !event.clipboardData) return;
  const rows = [...selection.getRangeAt(0).cloneContents().querySelectorAll(".code-row")];
  if (rows.length < 2) return;
  const lines: string[] = [];
  for (const row of rows) {
    const text = row.querySelector(".code-text")?.textContent ?? "";
    if (row.classList.contains("goes-on") && lines.length > 0) lines[lines.length - 1] += text;
    else lines.push(text);
  }
  event.clipboardData.setData("text/plain", lines.join("\n"));
  event.preventDefault();
}
