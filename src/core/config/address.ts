/** A web address as it is meant: browsers show theirs without `https://`, and so it is often copied and typed. */
export function fullAddress(typed: string): string {
  const text = typed.trim();
  return /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text) ? `https://${text}` : text;
}
