/** Returns the intended web address: browsers hide `https://`, so people often copy and type addresses without it. */
export function fullAddress(typed: string): string {
  const text = typed.trim();
  return /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text) ? `https://${text}` : text;
}
