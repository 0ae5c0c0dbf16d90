import { type Bus, connectBus, sessionAddress, type Value, Variant } from "../../core/dbus/mod.ts";

const PORTAL = "org.freedesktop.portal.Desktop";
const SETTINGS = "org.freedesktop.portal.Settings";
const APPEARANCE = "org.freedesktop.appearance";
const KEY = "color-scheme";
/** The portal's value for dark; 2 is light, 0 no preference. */
const DARK = 1;

/**
 * Calls `onChange` with whether the desktop prefers dark, first if it has a preference, then after each
 * change until it is stopped. Only the newest versions of GTK 4 read the preference from the desktop's
 * portal, and WebKitGTK reads it from GTK. On a desktop without a portal GTK decides. Never throws.
 */
export function followColourScheme(
  env: Readonly<Record<string, string>>,
  onChange: (dark: boolean) => void,
) {
  let bus: Bus | null = null;
  let stopped = false;

  async function follow() {
    const address = sessionAddress((name) => env[name]);
    if (address === null) return;
    bus = await connectBus(address);
    if (stopped) return bus.close();
    const change = { sender: PORTAL, interface: SETTINGS, member: "SettingChanged", argument: APPEARANCE };
    await bus.listen(change, ([, key, value]) => {
      if (key === KEY) onChange(inner(value) === DARK);
    });
    const [value] = await bus.call({
      destination: PORTAL,
      path: "/org/freedesktop/portal/desktop",
      interface: SETTINGS,
      member: "Read",
      signature: "ss",
      body: [APPEARANCE, KEY],
    });
    const scheme = inner(value);
    if (scheme === DARK || scheme === 2) onChange(scheme === DARK);
  }

  // Without a bus or a portal that has colour schemes there is nothing to follow.
  follow().catch(() => {});
  return {
    stop() {
      stopped = true;
      void bus?.close();
    },
  };
}

/** Returns the value inside nested variants, because the portal's `Read` puts one variant into another. */
function inner(value: Value | undefined): Value | undefined {
  return value instanceof Variant ? inner(value.value) : value;
}
