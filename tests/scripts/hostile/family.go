package action

import (
	"os"
	"os/exec"
	"syscall"

	"kedge"
)

// Run leaves children behind: one in its group, one in a session of its own, one that an ended
// child started, one that keeps the output open, and two without a group, parent or environment of
// the run.
func Run(k *kedge.Ctx) error {
	mark := k.Config("mark")
	start := func(keep bool, attributes *syscall.SysProcAttr, name string, args ...string) error {
		child := exec.Command(name, args...)
		child.SysProcAttr = attributes
		if keep {
			child.Stdout, child.Stderr = os.Stdout, os.Stderr
		}
		return child.Start()
	}
	sleep := "sleep " + mark
	for _, err := range []error{
		start(false, nil, "sleep", mark),
		start(true, &syscall.SysProcAttr{Setsid: true}, "sleep", mark),
		start(false, nil, "sh", "-c", "("+sleep+" &)"),
		start(true, nil, "setsid", "sh", "-c", sleep+" & "+sleep),
		start(false, nil, "env", "-i", "setsid", "-f", "sleep", mark),
		start(false, nil, "env", "-i", "setsid", "sh", "-c", "(setsid -f sh -c '("+sleep+" &)' &)"),
	} {
		if err != nil {
			return err
		}
	}
	k.Log("deaf")
	if k.Config("stay") == "true" {
		select {}
	}
	return nil
}
