import type { Bus } from "../../../src/core/dbus/mod.ts";
import {
  accessibleBus,
  asked,
  children,
  type Place,
  property,
  REGISTRY,
} from "../../desktop/harness/accessible.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import type { Area, Beginning, Shell } from "./session.ts";

/** Text of the notification at the end of the sample action. */
const RUN_TOLD = { summary: "Passphrase", button: "Show output" } as const;

/** A notification as a daemon shows it. */
interface Popup {
  readonly texts: readonly string[];
  readonly area: Area;
  readonly buttons: readonly { readonly name: string; readonly area: Area }[];
}

async function areaOf(bus: Bus, { destination, path }: Place): Promise<Area> {
  const [extents] = await bus.call({
    destination,
    path,
    interface: "org.a11y.atspi.Component",
    member: "GetExtents",
    signature: "u",
    body: [0],
  });
  const [x, y, width, height] = extents as readonly number[];
  return { x: x!, y: y!, width: width!, height: height! };
}

async function below(bus: Bus, of: Place): Promise<Place[]> {
  return [of, ...(await Promise.all((await children(bus, of)).map((child) => below(bus, child)))).flat()];
}

async function popupsOf(bus: Bus, daemon: string): Promise<Popup[]> {
  const found: Popup[] = [];
  for (const program of await children(bus, REGISTRY)) {
    if (await property(bus, program, "Name") !== daemon) continue;
    for (const window of await children(bus, program)) {
      const texts: string[] = [], buttons: { name: string; area: Area }[] = [];
      for (const place of await below(bus, window)) {
        const role = await asked(bus, place, "GetRoleName");
        if (role === "label") texts.push(await property(bus, place, "Name"));
        if (role === "push button" || role === "button") {
          buttons.push({ name: await property(bus, place, "Name"), area: await areaOf(bus, place) });
        }
      }
      found.push({ texts, buttons, area: await areaOf(bus, window) });
    }
  }
  return found;
}

/** Returns a function that presses the notification of a run's end, for daemons that use GTK. */
export function pressPopup(daemon: string): Shell["press"] {
  return async (at, what, look) => {
    const shown = () => popupOf(at, daemon, RUN_TOLD.summary);
    await shown();
    await look();
    // Another notification may have appeared and moved this one.
    const { area, buttons } = await shown();
    const button = buttons.find(({ name }) => name === RUN_TOLD.button);
    if (!button) throw new Error(`no ${RUN_TOLD.button} among ${JSON.stringify(buttons)}`);
    const { x, y, width, height } = what === "button" ? button.area : area;
    // Click above the middle, because buttons are below it.
    await at.click(x + width / 2, y + height / (what === "button" ? 2 : 3));
  };
}

/** Waits until a daemon's notifications no longer move, and returns the one with this summary. */
async function popupOf({ bus }: Beginning, daemon: string, summary: string): Promise<Popup> {
  const told = await accessibleBus(bus);
  let before = "", seen: Popup[] = [];
  try {
    return await waitFor(`the notification “${summary}” at rest`, async () => {
      seen = await popupsOf(told, daemon);
      const now = JSON.stringify(seen), rests = now === before;
      before = now;
      return rests && seen.find(({ texts }) => texts.includes(summary));
    });
  } catch (error) {
    throw new Error(`${(error as Error).message}; there are: ${JSON.stringify(seen)}`);
  } finally {
    told.close();
  }
}
