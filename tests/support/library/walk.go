// Prints the capabilities that each exported name of a standard library leads to by its types, beyond what the
// name can do by itself: through parameters, results, type parameters, fields, methods and elements of every type
// on the path.
//
//	go run walk.go mentions.go names.go walks.go GOROOT < requests.json > answers.json
//
// With a system and packages after GOROOT it prints the exports of these packages instead. With a system, "walks",
// a seed and a number before the packages it prints a Go file of random walks over them.
package main

import (
	"encoding/json"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
)

// request describes what the review says, and how to search.
type request struct {
	// Packages lists what the names of each package can do by themselves.
	Packages map[string]entry `json:"packages"`
	// Ends are paths that are not followed, as "path.Type.member". A person has checked each of them.
	Ends []string `json:"ends"`
	// Covers lists the capabilities that each capability includes.
	Covers map[string][]string `json:"covers"`
	// Hidden also follows unexported fields and methods.
	Hidden bool `json:"hidden"`
	// Extra are packages outside of the standard library: their folders by path.
	Extra map[string]string `json:"extra"`
}

type entry struct {
	All     []string            `json:"all"`
	Members map[string][]string `json:"members"`
	Rest    []string            `json:"rest"`
}

// reached is a capability that a name leads to, and the path to it.
type reached struct {
	Path string `json:"path"`
	Name string `json:"name"`
	Can  string `json:"can"`
	Way  string `json:"way"`
}

func main() {
	if len(os.Args) > 3 && os.Args[3] == "walks" {
		walksFromArguments()
		return
	}
	if len(os.Args) > 2 {
		printNames(os.Args[1], os.Args[2], os.Args[3:])
		return
	}
	var asked []request
	check(json.NewDecoder(os.Stdin).Decode(&asked))
	found := make([]map[reached]string, len(asked))
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, experiments := range []bool{false, true} {
			all := newLibrary(os.Args[1], system, experiments)
			for i, one := range asked {
				if found[i] == nil {
					found[i] = map[reached]string{}
				}
				newWalk(one, all).all(func(one reached) {
					way := one.Way
					one.Way = ""
					if found[i][one] == "" {
						found[i][one] = way
					}
				})
			}
		}
	}
	answers := [][]reached{}
	for _, one := range found {
		answers = append(answers, sorted(one))
	}
	check(json.NewEncoder(os.Stdout).Encode(answers))
}

func sorted(found map[reached]string) []reached {
	list := []reached{}
	for one, way := range found {
		one.Way = way
		list = append(list, one)
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return a.Path+" "+a.Name+" "+a.Can < b.Path+" "+b.Name+" "+b.Can
	})
	return list
}

// library is a standard library for one system.
type library struct {
	context  build.Context
	files    *token.FileSet
	packages map[string]*types.Package
	// extra are packages outside of the standard library: their folders by path.
	extra map[string]string
}

// walk is one search through the library.
type walk struct {
	request
	*library
	ends  map[string]bool
	steps map[types.Object][]step
}

// step leads from a name to a type that it mentions.
type step struct {
	to types.Object
	// by is the field or method of the step; empty for none.
	by string
}

func newLibrary(root, system string, experiments bool) *library {
	l := &library{context: build.Default, files: token.NewFileSet(), packages: map[string]*types.Package{}}
	l.context.GOROOT, l.context.GOOS, l.context.CgoEnabled = root, system, false
	l.context.ReleaseTags = releaseTags(root)
	l.context.ToolTags = nil
	if experiments {
		for _, name := range []string{"arenas", "jsonv2", "synctest", "simd", "runtimesecret", "rangefunc"} {
			l.context.ToolTags = append(l.context.ToolTags, "goexperiment."+name)
		}
	}
	return l
}

func newWalk(asked request, all *library) *walk {
	all.extra = asked.Extra
	w := &walk{request: asked, library: all, ends: map[string]bool{}, steps: map[types.Object][]step{}}
	for _, end := range asked.Ends {
		w.ends[end] = true
	}
	return w
}

// releaseTags returns the release tags of the Go in root, which may be older than this program's Go.
func releaseTags(root string) []string {
	text, err := os.ReadFile(filepath.Join(root, "VERSION"))
	check(err)
	minor, err := strconv.Atoi(regexp.MustCompile(`^go1\.(\d+)`).FindStringSubmatch(string(text))[1])
	check(err)
	var tags []string
	for i := 1; i <= minor; i++ {
		tags = append(tags, "go1."+strconv.Itoa(i))
	}
	return tags
}

// Import reads a package from its sources, without the bodies of functions.
func (l *library) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	folder, extra := l.extra[path]
	if !extra {
		folder = filepath.Join(l.context.GOROOT, "src", path)
		if _, err := os.Stat(folder); err != nil {
			path = "vendor/" + path
			folder = filepath.Join(l.context.GOROOT, "src", path)
		}
	}
	if known := l.packages[path]; known != nil {
		return known, nil
	}
	found, err := l.context.ImportDir(folder, 0)
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range append(found.GoFiles, found.CgoFiles...) {
		file, err := parser.ParseFile(l.files, filepath.Join(folder, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	config := types.Config{
		Importer: l, IgnoreFuncBodies: true, FakeImportC: true, Error: func(error) {},
		Sizes: types.SizesFor("gc", l.context.GOARCH),
	}
	// Errors that do not concern types, such as an import that only bodies use, are ignored.
	checked, _ := config.Check(path, l.files, files, nil)
	l.packages[path] = checked
	return checked, nil
}

// all searches from every exported name of every package in the request.
func (w *walk) all(found func(reached)) {
	for path := range w.Packages {
		checked, err := w.Import(path)
		if err != nil {
			continue // the package belongs to another release or another system
		}
		for _, name := range checked.Scope().Names() {
			if start := checked.Scope().Lookup(name); start.Exported() {
				w.from(start, found)
			}
		}
	}
}

func (w *walk) from(start types.Object, found func(reached)) {
	covered := map[string]bool{}
	cover := func(can string) {
		covered[can] = true
		for _, other := range w.Covers[can] {
			covered[other] = true
		}
	}
	for _, can := range w.own(start) {
		cover(can)
	}
	type place struct {
		at  types.Object
		way string
	}
	seen := map[types.Object]bool{start: true}
	queue := []place{{start, full(start)}}
	all := map[string]string{}
	for len(queue) > 0 {
		now := queue[0]
		queue = queue[1:]
		for _, next := range w.stepsOf(now.at) {
			if seen[next.to] || w.ends[full(now.at)+next.by] || w.ends[full(next.to)] {
				continue
			}
			seen[next.to] = true
			way := now.way + next.by + " → " + full(next.to)
			for _, can := range w.own(next.to) {
				if all[can] == "" {
					all[can] = way
				}
			}
			queue = append(queue, place{next.to, way})
		}
	}
	// Only the most comprehensive capabilities are reported, not those that they include.
	for _, can := range []string{"anything", "programs", "system", "memory", "network"} {
		if all[can] != "" && !covered[can] {
			found(reached{start.Pkg().Path(), start.Name(), can, all[can]})
			cover(can)
		}
	}
	for can, way := range all {
		if !covered[can] {
			found(reached{start.Pkg().Path(), start.Name(), can, way})
		}
	}
}

// own returns what a name can do by itself. Go's internal packages have not been reviewed.
func (w *walk) own(one types.Object) []string {
	if one.Pkg() == nil {
		return nil
	}
	known, ok := w.Packages[one.Pkg().Path()]
	if !ok {
		return []string{"memory"}
	}
	if can, ok := known.Members[one.Name()]; ok {
		return can
	}
	if !one.Exported() && known.Members != nil {
		return nil
	}
	if known.Rest != nil {
		return known.Rest
	}
	return known.All
}

func full(one types.Object) string {
	if one.Pkg() == nil {
		return one.Name()
	}
	return one.Pkg().Path() + "." + one.Name()
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
