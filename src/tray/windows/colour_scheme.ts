import { type Bus, connectBus, sessionAddress, type Value, Variant } from "../../core/dbus/mod.ts";

const PORTAL = "org.freedesktop.portal.Desktop";
const SETTINGS = "org.freedesktop.portal.Settings";
const APPEARANCE = "org.freedesktop.appearance";
const KEY = "color-scheme";
/** What the portal says for dark; 2 is light, 0 no preference. */
const DARK = 1;

/** A following that can be ended. */
interface Following {
  stop(): void;
}

/**
 * Tells whether the desktop wants to be dark, when it says so and whenever that changes. GTK 4 asks the
 * desktop's portal only in its newest versions, and WebKitGTK asks GTK. A desktop without a portal is left to
 * GTK. Never throws.
 */
export function followColourScheme(
  env: Readonly<Record<string, string>>,
  onChange: (dark: boolean) => void,
): Following {
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

  // No bus, no portal, or none that knows colours: nothing to follow.
  follow().catch(() => {});
  return {
    stop() {
      stopped = true;
      void bus?.close();
    },
  };
}

/** The value in a variant; the portal's `Read` puts one variant into another. */
function inner(value: Value | undefined): Value | undefined {
  return value instanceof Variant ? inner(value.value) : value;
}
