package action

import (
	"syscall"

	"kedge"
)

// Run stops its own process.
func Run(k *kedge.Ctx) error {
	k.Log("deaf")
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGSTOP); err != nil {
		return err
	}
	select {}
}
