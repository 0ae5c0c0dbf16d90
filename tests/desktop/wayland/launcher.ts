/**
 * A GTK window that starts other programs as panels and shortcuts do: when a key is pressed in it,
 * it asks the compositor for a token (xdg-activation) and prints it.
 */
const GTK = Deno.dlopen("libgtk-4.so.1", {
  gtk_init_check: { parameters: [], result: "i32" },
  gtk_window_new: { parameters: [], result: "pointer" },
  gtk_window_set_title: { parameters: ["pointer", "buffer"], result: "void" },
  gtk_window_present: { parameters: ["pointer"], result: "void" },
  gtk_event_controller_key_new: { parameters: [], result: "pointer" },
  gtk_widget_add_controller: { parameters: ["pointer", "pointer"], result: "void" },
  gdk_display_get_default: { parameters: [], result: "pointer" },
  gdk_display_get_app_launch_context: { parameters: ["pointer"], result: "pointer" },
}).symbols;
const GOBJECT = Deno.dlopen("libgobject-2.0.so.0", {
  g_signal_connect_data: {
    parameters: ["pointer", "buffer", "function", "pointer", "pointer", "i32"],
    result: "u64",
  },
}).symbols;
const GIO = Deno.dlopen("libgio-2.0.so.0", {
  g_app_info_create_from_commandline: {
    parameters: ["buffer", "buffer", "i32", "pointer"],
    result: "pointer",
  },
  g_app_launch_context_get_startup_notify_id: {
    parameters: ["pointer", "pointer", "pointer"],
    result: "pointer",
  },
}).symbols;
const GLIB = Deno.dlopen("libglib-2.0.so.0", {
  g_main_loop_new: { parameters: ["pointer", "i32"], result: "pointer" },
  g_main_loop_run: { parameters: ["pointer"], result: "void" },
}).symbols;
const text = (value: string) => new TextEncoder().encode(`${value}\0`);

if (GTK.gtk_init_check() === 0) throw new Error("there is no display");
const program = GIO.g_app_info_create_from_commandline(text("/bin/true"), text("Kedge"), 0, null);
const window = GTK.gtk_window_new();
GTK.gtk_window_set_title(window, text("Launcher"));
const keys = GTK.gtk_event_controller_key_new();
const onKey = new Deno.UnsafeCallback(
  { parameters: ["pointer", "u32", "u32", "i32", "pointer"], result: "i32" },
  () => {
    const context = GTK.gdk_display_get_app_launch_context(GTK.gdk_display_get_default());
    const token = GIO.g_app_launch_context_get_startup_notify_id(context, program, null);
    const said = token === null ? "" : new Deno.UnsafePointerView(token).getCString();
    Deno.stdout.writeSync(new TextEncoder().encode(`token ${said}\n`));
    return 1;
  },
);
GOBJECT.g_signal_connect_data(keys, text("key-pressed"), onKey.pointer, null, null, 0);
GTK.gtk_widget_add_controller(window, keys);
GTK.gtk_window_present(window);
GLIB.g_main_loop_run(GLIB.g_main_loop_new(null, 0));
