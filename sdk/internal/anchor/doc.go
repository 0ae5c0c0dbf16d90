// Package anchor keeps hold of every process that a run starts, even one that leaves its parent, its group or
// its environment. On Linux the program of an action starts itself a second time: the first process, the anchor,
// only waits for the second, the action. All descendants that lose their parent become the anchor's children.
// When the action has ended, or Kedge has gone, the anchor ends them and exits with the action's status.
//
// Its initialiser must run before any other but those of the packages it needs. Go initialises, of all packages
// whose imports are ready, the one whose path sorts first. So every source of the bundle imports this package, as a
// separate module named "anchor", which imports only what syscall needs and sorts before "kedge".
package anchor
