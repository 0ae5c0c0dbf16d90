package kedge

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

func replaceFd(from, to int) error { return syscall.Dup3(from, to, 0) }

// killMarked kills the processes that left the run's group: they still carry its cookie. It looks
// again until none is found, because one may start another meanwhile.
func killMarked(cookie string) {
	if cookie == "" {
		return
	}
	mark := []byte(cookieVariable + "=" + cookie + "\x00")
	for round := 0; round < 10; round++ {
		found := false
		entries, _ := os.ReadDir("/proc")
		for _, entry := range entries {
			pid, err := strconv.Atoi(entry.Name())
			if err != nil || pid == os.Getpid() {
				continue
			}
			environ, err := os.ReadFile("/proc/" + entry.Name() + "/environ")
			if err == nil && bytes.Contains(append(environ, 0), mark) {
				found = syscall.Kill(pid, syscall.SIGKILL) == nil || found
			}
		}
		if !found {
			return
		}
	}
}
