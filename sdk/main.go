package kedge

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// Version of the SDK on its own, told to Kedge in the handshake.
const Version = "1"

// Main runs an action: the program that Kedge generates around it calls this. It does not return.
func Main(run func(*Ctx) error) {
	if theConn == nil {
		fmt.Fprintln(os.Stderr, "This program is an action of Kedge and does nothing by itself.\n"+
			"Run it with: kedge --run EXTENSION/ACTION")
		os.Exit(1)
	}
	os.Exit(theConn.serve(run))
}

// serve does the run and gives the exit status.
func (c *conn) serve(run func(*Ctx) error) (status int) {
	defer c.leave()
	start, err := c.handshake()
	var k *Ctx
	if err == nil {
		k, err = Connect(c.ctx, c, start, c.clicks)
	}
	if err != nil {
		c.finish(err)
		return 1
	}
	returned := false
	defer func() {
		// Neither a panic nor runtime.Goexit lets an action end without its closing frame.
		if returned {
			return
		}
		if reason := recover(); reason != nil {
			trace, place := panicTrace()
			fmt.Fprintf(os.Stderr, "panic: %v\n\n%s", reason, trace)
			err = fmt.Errorf("%spanic: %v", place, reason)
		} else {
			err = errors.New("Run ended by runtime.Goexit")
		}
		c.finish(err)
		c.leave()
		os.Exit(1)
	}()
	err = run(k)
	// An error may panic when it is asked what it says: a nil pointer that is no nil error.
	c.finish(err)
	returned = true
	if err != nil {
		return 1
	}
	return 0
}

// panicTrace gives the calls that led to a panic, innermost first, as Go writes them: from the first of the bundle's own to
// its Run, and the place of the first of these as "FILE:LINE: ". What is above and below belongs to Go and the SDK.
func panicTrace() (trace, place string) {
	callers := make([]uintptr, 100)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	var lines strings.Builder
	for begun := false; ; {
		frame, more := frames.Next()
		own := strings.HasPrefix(frame.Function, "bundle/")
		if begun && strings.HasPrefix(frame.Function, "kedge.") {
			break
		}
		if begun = begun || own; begun {
			fmt.Fprintf(&lines, "%s(...)\n\t%s:%d\n", frame.Function, frame.File, frame.Line)
			if place == "" {
				place = fmt.Sprintf("%s:%d: ", frame.File, frame.Line)
			}
		}
		if !more {
			break
		}
	}
	return lines.String(), place
}
