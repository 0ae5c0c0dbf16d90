package kedge

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// Version is the version of the SDK, which the handshake tells Kedge.
const Version = "1"

// Main runs an action. The program that Kedge generates around the action calls it. Main does not return.
func Main(run func(*Ctx) error) {
	if theConn == nil {
		fmt.Fprintln(os.Stderr, "This program is an action of Kedge and does nothing by itself.\n"+
			"Run it with: kedge --run EXTENSION/ACTION")
		os.Exit(1)
	}
	os.Exit(theConn.serve(run))
}

// serve executes the run and returns the exit status.
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
		// This sends the closing frame after a panic and after runtime.Goexit too.
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
	// Error, called in finish, may panic, for example for a nil pointer in a non-nil error.
	c.finish(err)
	returned = true
	if err != nil {
		return 1
	}
	return 0
}

// panicTrace returns the calls that led to a panic, innermost first, in Go's format: from the first call of
// the bundle to its Run. The calls above and below belong to Go and the SDK. place is the position of the
// first call as "FILE:LINE: ".
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
