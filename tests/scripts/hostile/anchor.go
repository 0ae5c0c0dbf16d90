package action

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"

	"bundle/lib"
	"kedge"
)

// Run attacks the process that holds the run, after starting a child that has dropped everything of
// the run.
func Run(k *kedge.Ctx) error {
	if err := exec.Command("env", "-i", "setsid", "-f", "sleep", k.Config("mark")).Run(); err != nil {
		return err
	}
	fmt.Println("initialised", lib.Times)
	switch k.Config("how") {
	case "stop":
		_ = syscall.Kill(os.Getppid(), syscall.SIGSTOP)
	case "group":
		_ = syscall.Kill(0, syscall.SIGTERM)
	case "kill":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "kill the anchor":
		if err := exec.Command("setsid", "-f", "sleep", k.Config("marked")).Run(); err != nil {
			return err
		}
		_ = syscall.Kill(os.Getppid(), syscall.SIGKILL)
	case "orphans":
		for i := 0; i < 50; i++ {
			if err := exec.Command("sh", "-c", "(true &)").Run(); err != nil {
				return err
			}
		}
	}
	k.Log("deaf")
	time.Sleep(time.Hour)
	return nil
}
