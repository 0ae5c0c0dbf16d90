import { type Bus, connectBus, Variant } from "../../../src/core/dbus/mod.ts";
import { alertOf, stateWith, windowOf } from "../../support/pages/pages_state.ts";
import { windowsBench } from "./bench.ts";
import { ownName } from "../../support/servers/bus.ts";

const SETTINGS = "org.freedesktop.portal.Settings";
const PATH = "/org/freedesktop/portal/desktop";
const DARK = 1, LIGHT = 2;

Deno.test("windows are dark when the desktop is, and follow when it changes", async () => {
  let bus: Bus | undefined;
  const window = { ...windowOf("dialog", { dialog: "d" }, "w"), title: "Colours" };
  const bench = await windowsBench(
    stateWith({ dialogs: [alertOf("d")], windows: [window] }),
    async (desktop) => {
      bus = await connectBus(desktop.env.DBUS_SESSION_BUS_ADDRESS!);
      bus.serve(PATH, [{
        name: SETTINGS,
        methods: {
          Read: {
            input: "ss",
            output: "v",
            call: () => [new Variant("v", new Variant("u", DARK))],
          },
        },
        signals: { SettingChanged: "ssv" },
      }]);
      await ownName(bus, "org.freedesktop.portal.Desktop");
    },
  );
  try {
    await bench.showsAt("Colours", 210, 150, "#000088");
    bus!.emit(PATH, SETTINGS, "SettingChanged", "ssv", [
      "org.freedesktop.appearance",
      "color-scheme",
      new Variant("u", LIGHT),
    ]);
    await bench.showsAt("Colours", 210, 150, "#00AA00");
  } finally {
    await bench.stop();
    bus?.close();
  }
});
