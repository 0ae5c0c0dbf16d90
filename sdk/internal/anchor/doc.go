// Package anchor keeps hold of every process that a run starts, even one that leaves its parent, its group or
// its environment. On Linux the program of an action starts itself a second time: the first process, the anchor,
// only waits for the second, the action. All descendants that lose their parent become the anchor's children.
// When the action has ended, or Kedge has gone, the anchor ends them and exits with the action's status.
//
// The generated program imports it before anything else, as a separate module named "anchor": its initialiser must
// run before any of the bundle's, so it imports only syscall and sorts before "bundle".
package anchor
