const STYLE = `
:root { color-scheme: light dark; font: 13px/1.5 system-ui, "Segoe UI", "Noto Sans", sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f5f6f8, #16181d);
  color: light-dark(#1b1f26, #e6e8ec); }
main { width: 320px; padding: 16px; }
h1 { margin: 0 0 8px; font-size: 15px; }
p { margin: 0 0 16px; }
form { display: flex; gap: 8px; }
input, button { box-sizing: border-box; height: 28px; padding: 0 10px; border-radius: 6px; font: inherit; }
input { flex: 1; min-width: 0; border: 1px solid light-dark(#868d99, #7a8290); background: light-dark(#fff, #1f2229);
  color: inherit; letter-spacing: 2px; font-variant-numeric: tabular-nums; }
button { border: 0; background: #1a56b3; color: #fff; font-weight: 600; }
:focus-visible { outline: 2px solid light-dark(#1a56b3, #7fb0ff); outline-offset: 1px; }
.wrong { color: light-dark(#a3231c, #ff9a92); }`;

/** The page that asks for the code of a ticket, where the system does not tell whose browser it is. */
export function codePage(wrong: boolean): string {
  const message = wrong
    ? '<p class="wrong" role="alert">That is not the code. Look again at what Kedge shows.</p>'
    : "<p>The system does not tell whose browser this is. So that only you get in, Kedge shows you a code: in its " +
      "terminal, or as a message on your desktop.</p>";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kedge</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Type the code that Kedge shows</h1>
${message}
<form method="post">
<input name="code" inputmode="numeric" autocomplete="off" maxlength="12" required autofocus aria-label="Code">
<button>Go on</button>
</form>
</main>
</body>
</html>
`;
}
