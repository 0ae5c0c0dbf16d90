package kedge

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
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
			fmt.Fprintf(os.Stderr, "panic: %v\n\n%s", reason, debug.Stack())
			err = fmt.Errorf("panic: %v", reason)
		} else {
			err = errors.New("Run ended by runtime.Goexit")
		}
		c.finish(err)
		c.leave()
		os.Exit(1)
	}()
	err = run(k)
	returned = true
	c.finish(err)
	if err != nil {
		return 1
	}
	return 0
}
