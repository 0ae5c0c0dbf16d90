//go:build !windows

package kedge

import (
	"io"
	"os"
	"syscall"
)

var brokenPipe = []os.Signal{syscall.SIGPIPE}

// takeStdin keeps the real standard input for the frames; the action and what it starts find an
// empty one.
func takeStdin() io.Reader {
	own, err := syscall.Dup(0)
	if err != nil {
		own = 0
	} else {
		syscall.CloseOnExec(own)
	}
	// Not by package os: what the program can do is known by the functions that are linked into it.
	if null, err := syscall.Open(os.DevNull, syscall.O_RDONLY|syscall.O_CLOEXEC, 0); err == nil {
		if own != 0 {
			_ = replaceFd(null, 0)
		}
		os.Stdin = os.NewFile(uintptr(null), os.DevNull)
	}
	return os.NewFile(uintptr(own), "kedge")
}

// endGroup kills what the run started and left in its group, this process last. On Linux the anchor ends the rest.
func endGroup() {
	if syscall.Getpgrp() == syscall.Getpid() {
		_ = syscall.Kill(-syscall.Getpid(), syscall.SIGKILL)
	}
	os.Exit(1)
}
