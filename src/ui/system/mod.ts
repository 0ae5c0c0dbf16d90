/**
 * The design system that every window is built from. `tokens.css` holds sizes and colours, the style sheets
 * beside the components hold their looks. Components set classes and never inline styles, because pages run
 * under a strict content security policy.
 *
 * Structure of a page: `.window` holds `.bar` (top, foot) and one scrolling part; a question is a
 * `DialogFrame`; rows with controls are `List`/`Row`/`Section`; a list that is picked from while typing is
 * `Options`. Every list has four states: `Skeleton`, `EmptyState`, `ErrorState` and the list itself. Every
 * form field is a `Field` with an `InputField` (`inputField({key, label, kind})`) and a text value. The
 * focus starts at the first `[data-focus]` (`autoFocus` on fields and buttons).
 */
export { Announced } from "./feedback/announced.tsx";
export { Button, Tool } from "./controls/button.tsx";
export { Chooser, useOver } from "./chooser.tsx";
export { copyText, readClipboard, takePaste, useCopy } from "./controls/clipboard.ts";
export { CodeView, type LineTarget } from "./code/code_view.tsx";
export { CopyButton } from "./controls/copy_button.tsx";
export { DrawnOf } from "./drawn_of.tsx";
export { DiagnosticList } from "./feedback/diagnostics.tsx";
export { isRepeat, layersOver, useEscape, useKeys } from "./document_keys.ts";
export { DiffView } from "./code/diff_view.tsx";
export { Field } from "./controls/field.tsx";
export { controlAttributes, type ControlProps, inputField } from "./controls/props.ts";
export { openFind } from "./code/find.tsx";
export { DialogFrame, focusStart } from "./frame.tsx";
export { DialogHead } from "./dialog_head.tsx";
export { focusedElement } from "./focused.ts";
export { Icon, type IconName, Picture } from "./icon.tsx";
export { Kbd } from "./kbd.tsx";
export { isTab, isTyping, keyText, letterOf, plain, withCommand } from "./keys.ts";
export { focusFirstRow } from "./lists/first_row.ts";
export { movedIndex } from "./lists/keys.ts";
export { List, ListPart, nearEnd, optionId, Options, Row, Section } from "./lists/list.tsx";
export { allHere, type Picking, type PickingOptions, type RowsToPick, usePicking } from "./lists/picking.ts";
export {
  commandOf,
  commandsEverywhere,
  offerEverywhere,
  type PageCommand,
  pageCommands,
  useCommands,
} from "./commands.ts";
export { MenuButton, type MenuItem, menuItems, MoreButton } from "./lists/menu.tsx";
export { Notice } from "./feedback/notice.tsx";
export { EnvPill, Pill } from "./feedback/pill.tsx";
export { ProgressBar } from "./feedback/progress.tsx";
export { SearchField } from "./controls/search_field.tsx";
export { useRoving } from "./lists/roving.ts";
export { FIRST_VIEW, type RowsInView, VirtualOptions } from "./lists/virtual_options.tsx";
export { SecretInput } from "./controls/secret_input.tsx";
export { Select } from "./controls/select.tsx";
export { Sheet } from "./sheet.tsx";
export { EmptyState, ErrorState, Skeleton } from "./feedback/states.tsx";
export { Sidebar, TabList, Tabs } from "./lists/tabs.tsx";
export { isUnread, uncover, uncoverWindow, useUnread } from "./unread.ts";
export { ToastStack } from "./feedback/toast.tsx";
