import { cString } from "./c_string.ts";
import { SIGNAL } from "./opened_once.ts";

const GTK = {
  gtk_init_check: { parameters: [], result: "i32" },
  gtk_window_new: { parameters: [], result: "pointer" },
  gtk_window_set_child: { parameters: ["pointer", "pointer"], result: "void" },
  gtk_window_set_title: { parameters: ["pointer", "buffer"], result: "void" },
  gtk_window_set_decorated: { parameters: ["pointer", "i32"], result: "void" },
  gtk_window_is_maximized: { parameters: ["pointer"], result: "i32" },
  gtk_window_is_fullscreen: { parameters: ["pointer"], result: "i32" },
  gtk_window_set_default_size: { parameters: ["pointer", "i32", "i32"], result: "void" },
  gtk_widget_get_first_child: { parameters: ["pointer"], result: "pointer" },
  gtk_widget_get_next_sibling: { parameters: ["pointer"], result: "pointer" },
  gtk_widget_set_can_focus: { parameters: ["pointer", "i32"], result: "void" },
  gtk_window_set_transient_for: { parameters: ["pointer", "pointer"], result: "void" },
  gtk_window_is_active: { parameters: ["pointer"], result: "i32" },
  gtk_window_present: { parameters: ["pointer"], result: "void" },
  gtk_window_destroy: { parameters: ["pointer"], result: "void" },
  gtk_widget_measure: {
    parameters: ["pointer", "i32", "i32", "buffer", "buffer", "pointer", "pointer"],
    result: "void",
  },
  gtk_widget_allocate: { parameters: ["pointer", "i32", "i32", "i32", "pointer"], result: "void" },
  gtk_widget_set_visible: { parameters: ["pointer", "i32"], result: "void" },
  gtk_window_set_default_icon_name: { parameters: ["buffer"], result: "void" },
  gtk_icon_theme_get_for_display: { parameters: ["pointer"], result: "pointer" },
  gtk_icon_theme_add_search_path: { parameters: ["pointer", "buffer"], result: "void" },
  gdk_display_get_default: { parameters: [], result: "pointer" },
  gtk_settings_get_default: { parameters: [], result: "pointer" },
  gtk_widget_set_opacity: { parameters: ["pointer", "f64"], result: "void" },
  gtk_widget_get_mapped: { parameters: ["pointer"], result: "i32" },
  gtk_widget_grab_focus: { parameters: ["pointer"], result: "i32" },
} as const satisfies Deno.ForeignLibraryInterface;

const GOBJECT = {
  g_signal_connect_data: SIGNAL,
  g_value_init: { parameters: ["buffer", "u64"], result: "pointer" },
  g_value_set_object: { parameters: ["buffer", "pointer"], result: "void" },
  g_value_set_boolean: { parameters: ["buffer", "i32"], result: "void" },
  g_object_set_property: { parameters: ["pointer", "buffer", "buffer"], result: "void" },
  g_object_new_with_properties: { parameters: ["u64", "u32", "buffer", "buffer"], result: "pointer" },
} as const satisfies Deno.ForeignLibraryInterface;

const GLIB = {
  g_set_prgname: { parameters: ["buffer"], result: "void" },
  g_main_loop_new: { parameters: ["pointer", "i32"], result: "pointer" },
  g_unix_fd_add: { parameters: ["i32", "i32", "function", "pointer"], result: "u32" },
  g_timeout_add: { parameters: ["u32", "function", "pointer"], result: "u32" },
  g_main_loop_run: { parameters: ["pointer"], result: "void" },
} as const satisfies Deno.ForeignLibraryInterface;

const WEBKIT = {
  webkit_network_session_new_ephemeral: { parameters: [], result: "pointer" },
  webkit_network_session_get_type: { parameters: [], result: "u64" },
  webkit_web_view_get_type: { parameters: [], result: "u64" },
  webkit_web_view_get_settings: { parameters: ["pointer"], result: "pointer" },
  webkit_web_view_set_zoom_level: { parameters: ["pointer", "f64"], result: "void" },
  webkit_web_view_evaluate_javascript: {
    parameters: ["pointer", "buffer", "isize", "pointer", "pointer", "pointer", "pointer", "pointer"],
    result: "void",
  },
  webkit_web_view_call_async_javascript_function: {
    parameters: [
      "pointer",
      "buffer",
      "isize",
      "pointer",
      "pointer",
      "pointer",
      "pointer",
      "function",
      "pointer",
    ],
    result: "void",
  },
  webkit_web_view_load_uri: { parameters: ["pointer", "buffer"], result: "void" },
  webkit_settings_set_hardware_acceleration_policy: { parameters: ["pointer", "i32"], result: "void" },
  webkit_settings_set_enable_webgl: { parameters: ["pointer", "i32"], result: "void" },
  webkit_settings_set_enable_media: { parameters: ["pointer", "i32"], result: "void" },
  webkit_settings_set_enable_html5_local_storage: { parameters: ["pointer", "i32"], result: "void" },
  webkit_navigation_policy_decision_get_navigation_action: { parameters: ["pointer"], result: "pointer" },
  webkit_navigation_action_get_navigation_type: { parameters: ["pointer"], result: "i32" },
  webkit_navigation_action_get_request: { parameters: ["pointer"], result: "pointer" },
  webkit_uri_request_get_uri: { parameters: ["pointer"], result: "pointer" },
  webkit_policy_decision_ignore: { parameters: ["pointer"], result: "void" },
  webkit_hit_test_result_context_is_editable: { parameters: ["pointer"], result: "i32" },
  webkit_hit_test_result_context_is_selection: { parameters: ["pointer"], result: "i32" },
} as const satisfies Deno.ForeignLibraryInterface;

/** G_TYPE_BOOLEAN */
const BOOLEAN = 20n;

/** Sets the dark or light theme of GTK's windows. */
export function preferDark(
  dark: boolean,
  { gtk, gobject }: Pick<ReturnType<typeof openGtk>, "gtk" | "gobject">,
): void {
  const value = new Uint8Array(24);
  gobject.g_value_init(value, BOOLEAN);
  gobject.g_value_set_boolean(value, dark ? 1 : 0);
  const name = cString("gtk-application-prefer-dark-theme");
  gobject.g_object_set_property(gtk.gtk_settings_get_default(), name, value);
}

/** Loads GTK 4 and WebKitGTK. Throws the loader's message when one of them is missing. */
export function openGtk() {
  const webkit = Deno.dlopen("libwebkitgtk-6.0.so.4", WEBKIT).symbols;
  const gtk = Deno.dlopen("libgtk-4.so.1", GTK).symbols;
  const gobject = Deno.dlopen("libgobject-2.0.so.0", GOBJECT).symbols;
  const glib = Deno.dlopen("libglib-2.0.so.0", GLIB).symbols;
  return { webkit, gtk, gobject, glib };
}
