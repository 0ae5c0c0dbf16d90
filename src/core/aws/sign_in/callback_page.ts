/**
 * The page that ends a sign-in in the browser: `null` for a good end. It runs nothing and loads nothing, and its
 * address, which holds the code, goes nowhere.
 */
export function answerPage(status: number, problem: string | null): Response {
  const title = problem === null ? "You are signed in" : "Kedge";
  const text = problem ?? "Kedge has what it needs. You can close this tab.";
  return new Response(html(title, text, problem === null), {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      // So that the wait can end as soon as the page has gone out.
      "connection": "close",
    },
  });
}

function html(title: string, text: string, good: boolean): string {
  const safe = (value: string) => value.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${safe(title)}</title>
<style>
  body { font: 13px/1.5 system-ui, sans-serif; margin: 0; min-height: 90vh; display: grid; place-content: center;
    justify-items: center; gap: 4px; background: light-dark(#fff, #1c1d20); color: light-dark(#1b1c1f, #ececee) }
  h1 { font-size: 15px; font-weight: 600; margin: 0 }
  p { margin: 0; color: light-dark(#5a5d66, #a6a9b3); max-width: 46ch; text-align: center }
  .mark { font-size: 32px; line-height: 1; color: light-dark(#1f7a3d, #6fd08c) }
</style>
${good ? '<div class="mark" aria-hidden="true">✓</div>' : ""}
<h1>${safe(title)}</h1>
<p>${safe(text)}</p>
</html>
`;
}
