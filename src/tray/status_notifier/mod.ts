import { type Bus, BusError, connectSessionBus, DBUS, ownerChanges } from "../../core/dbus/mod.ts";
import { noTrayHost, type TrayAdapter, type TrayEvents } from "../adapter.ts";
import { busProperty } from "../bus_property.ts";
import type { TrayView } from "../view.ts";
import { ItemObject } from "./item_object.ts";
import { MenuObject } from "./menu_object.ts";

const WATCHER = "org.kde.StatusNotifierWatcher";

/** Pauses between attempts to reach a session bus that is gone, in ms: the first and the longest. */
const FIRST_WAIT = 1_000, MAX_WAIT = 30_000;

/** First pause before a watcher that refused is asked again, in ms. A panel may own its bus name before it answers. */
const FIRST_ASK = 250;

/** Creates the tray of Linux desktops: a StatusNotifierItem with a com.canonical.dbusmenu, over D-Bus. */
export function createStatusNotifier(
  events: TrayEvents,
  reach: () => Promise<Bus> = connectSessionBus,
): TrayAdapter {
  return new StatusNotifier(events, reach);
}

class StatusNotifier implements TrayAdapter {
  readonly #item: ItemObject;
  readonly #menu: MenuObject;
  #bus: Bus | null = null;
  #stopped = false;
  #problem: string | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Number of the latest registration or change of panels; the result of an earlier registration is ignored. */
  #panels = 0;

  constructor(readonly events: TrayEvents, readonly reach: () => Promise<Bus>) {
    this.#item = new ItemObject(events.onActivate, (word) => events.onActivation?.(word));
    this.#menu = new MenuObject(events.onCommand);
  }

  async start(): Promise<void> {
    await this.#connect(FIRST_WAIT);
  }

  update(view: TrayView): void {
    this.#item.show(view.icon, view.tooltip);
    this.#menu.show(view.menu);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    const bus = this.#bus;
    this.#withdraw();
    bus?.close();
    await bus?.closed;
  }

  async #connect(wait: number): Promise<void> {
    let bus: Bus | null = null;
    try {
      bus = await this.reach();
      if (this.#stopped) return bus.close();
      await this.#serve(bus);
    } catch (error) {
      // A bus that fails is closed, so that it does not show a second icon beside that of the next bus.
      if (this.#bus === bus) this.#withdraw();
      bus?.close();
      this.#report((error as Error).message);
      this.#again(Math.min(2 * wait, MAX_WAIT), wait);
    }
  }

  async #serve(bus: Bus): Promise<void> {
    this.#bus = bus;
    bus.closed.then(() => this.#lost(bus));
    this.#item.serve(bus);
    this.#menu.serve(bus);
    await bus.listen(ownerChanges(WATCHER), ([, , owner]) => {
      if (this.#bus !== bus) return;
      if (owner !== "") return void this.#register(bus);
      this.#panels++;
      this.#report("the desktop's panel has gone");
    });
    await bus.listen(hostAppears, () => this.#bus === bus && this.#report(null));
    await this.#register(bus);
  }

  /** Connects again after `wait` ms. The timer does not keep the process alive. */
  #again(next: number, wait: number): void {
    clearTimeout(this.#retry);
    if (this.#stopped) return;
    this.#retry = setTimeout(() => this.#connect(next), wait);
    Deno.unrefTimer(this.#retry);
  }

  /**
   * Asks the watcher to show the icon: at the start, each time a watcher appears, and `wait` ms after a
   * watcher refused.
   */
  async #register(bus: Bus, wait = FIRST_ASK): Promise<void> {
    const watcher = { destination: WATCHER, path: "/StatusNotifierWatcher", interface: WATCHER };
    const panel = ++this.#panels;
    const report = (why: string | null) => {
      if (this.#bus === bus && this.#panels === panel) this.#report(why);
    };
    try {
      await bus.call({
        ...watcher,
        member: "RegisterStatusNotifierItem",
        signature: "s",
        body: [await uniqueName(bus)],
      });
      const shown = await busProperty(bus, watcher, "IsStatusNotifierHostRegistered") !== false;
      report(shown ? null : "no panel of this desktop shows tray icons");
    } catch (error) {
      const absent = error instanceof BusError && error.name.endsWith(".ServiceUnknown");
      report(absent ? "this desktop has no place for tray icons" : (error as Error).message);
      // The bus reports when a watcher appears, but nothing reports when it is ready.
      if (!absent) this.#askAgain(bus, panel, wait);
    }
  }

  #askAgain(bus: Bus, panel: number, wait: number): void {
    if (this.#bus !== bus || this.#panels !== panel) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      if (this.#bus === bus && this.#panels === panel) {
        void this.#register(bus, Math.min(2 * wait, MAX_WAIT));
      }
    }, wait);
    Deno.unrefTimer(this.#retry);
  }

  #lost(bus: Bus): void {
    if (this.#stopped || this.#bus !== bus) return;
    this.#withdraw();
    this.#report("the session's D-Bus message bus has gone");
    this.#again(FIRST_WAIT, FIRST_WAIT);
  }

  #withdraw(): void {
    this.#bus = null;
    this.#item.withdraw();
    this.#menu.withdraw();
  }

  /** Tells the application why the icon is not visible, once for each change; null when it is visible. */
  #report(why: string | null): void {
    if (this.#stopped || why === this.#problem) return;
    this.#problem = why;
    this.events.onProblem(why === null ? null : noTrayHost(`No tray icon: ${why}`));
  }
}

const hostAppears = { sender: WATCHER, interface: WATCHER, member: "StatusNotifierHostRegistered" };

/**
 * Requests the bus name that hosts expect of an item and returns it. When another program already owns the
 * name (a process with the same number elsewhere), returns the unique name of the connection instead.
 */
async function uniqueName(bus: Bus): Promise<string> {
  const name = `org.kde.StatusNotifierItem-${Deno.pid}-1`;
  const doNotQueue = 4;
  const [result] = await bus.call({
    ...DBUS,
    member: "RequestName",
    signature: "su",
    body: [name, doNotQueue],
  });
  const primaryOwner = 1, alreadyOwner = 4;
  return result === primaryOwner || result === alreadyOwner ? name : bus.name;
}
