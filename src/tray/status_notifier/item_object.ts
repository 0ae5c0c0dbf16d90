import type { Bus, Served, Value } from "../../core/dbus/mod.ts";
import { type IconState, pixmaps } from "../icon/mod.ts";
import { MENU_PATH } from "./menu_object.ts";

/** Object path of the icon, which watchers assume. */
const ITEM_PATH = "/StatusNotifierItem";

const INTERFACE = "org.kde.StatusNotifierItem";

/** The icon as an object on the bus. */
export class ItemObject {
  #icon: IconState = "idle";
  #tooltip = "Kedge";
  #bus: Bus | null = null;

  constructor(readonly onActivate: () => void, readonly onActivation: (word: string) => void) {}

  /** Serves the icon on `bus`. */
  serve(bus: Bus): void {
    this.#bus = bus;
    bus.serve(ITEM_PATH, [this.#surface()]);
  }

  /** Stops sending changes. */
  withdraw(): void {
    this.#bus = null;
  }

  /** Changes the picture or the tooltip, and signals only what differs. */
  show(icon: IconState, tooltip: string): void {
    const newIcon = icon !== this.#icon, newTooltip = tooltip !== this.#tooltip;
    this.#icon = icon;
    this.#tooltip = tooltip;
    if (newIcon) this.#bus?.emit(ITEM_PATH, INTERFACE, "NewIcon", "", []);
    if (newTooltip) this.#bus?.emit(ITEM_PATH, INTERFACE, "NewToolTip", "", []);
  }

  #surface(): Served {
    const text = (value: string) => ({ signature: "s", get: () => value });
    const none = { signature: "a(iiay)", get: (): Value => [] };
    const click = (call: () => void) => ({
      input: "ii",
      output: "",
      call: () => {
        call();
        return [];
      },
    });
    return {
      name: INTERFACE,
      properties: {
        Category: text("ApplicationStatus"),
        Id: text("kedge"),
        Title: text("Kedge"),
        Status: text("Active"),
        WindowId: { signature: "i", get: () => 0 },
        IconName: text(""),
        IconThemePath: text(""),
        IconPixmap: {
          signature: "a(iiay)",
          get: () => pixmaps(this.#icon).map(({ size, argb }) => [size, size, argb]),
        },
        OverlayIconName: text(""),
        OverlayIconPixmap: none,
        AttentionIconName: text(""),
        AttentionIconPixmap: none,
        AttentionMovieName: text(""),
        // GNOME's property for the text that a screen reader says for the icon.
        IconAccessibleDesc: { signature: "s", get: () => this.#tooltip },
        ToolTip: { signature: "(sa(iiay)ss)", get: () => ["", [], this.#tooltip, ""] },
        ItemIsMenu: { signature: "b", get: () => false },
        Menu: { signature: "o", get: () => MENU_PATH },
      },
      methods: {
        Activate: click(() => this.onActivate()),
        SecondaryActivate: click(() => this.onActivate()),
        // The host shows the menu itself, using the property `Menu`.
        ContextMenu: click(() => {}),
        // Panels on Wayland send this before a click on the icon or on a line of the menu.
        ProvideXdgActivationToken: {
          input: "s",
          output: "",
          call: ([word]) => {
            this.onActivation(String(word));
            return [];
          },
        },
        Scroll: { input: "is", output: "", call: () => [] },
      },
      signals: {
        NewTitle: "",
        NewIcon: "",
        NewAttentionIcon: "",
        NewOverlayIcon: "",
        NewToolTip: "",
        NewStatus: "s",
      },
    };
  }
}
