// Package anchor holds every process that a run starts, however it leaves its parent, its group or its
// environment. On Linux the program of an action starts itself a second time: the first process, the anchor, does
// nothing but wait for the second, the action. All descendants that lose their parent become the anchor's children;
// when the action has ended it ends them and exits with the action's status. It does so too when Kedge has gone.
//
// The generated program imports it before anything else, as a module of its own named "anchor": its initialiser must
// run before any of the bundle's, so it imports nothing but syscall and sorts before "bundle".
package anchor
