package anchor

import "syscall"

const (
	limitMessageQueues = 12 // RLIMIT_MSGQUEUE
	// least is a hard limit that every process outside of a run has at least; the system's default is 819200.
	// Kedge uses the same number.
	least = 800000
)

// mark marks this process and everything it will start as parts of a run. It uses a hard limit, because that
// is inherited, everybody can read it in /proc, and only root can raise it again. A run in a sandbox has a
// limit lower by one, a run without a sandbox by two.
func mark(sandboxed bool) {
	var limit syscall.Rlimit
	if syscall.Getrlimit(limitMessageQueues, &limit) != nil {
		return
	}
	hard := limit.Max
	if hard > least {
		hard = least
	}
	less := uint64(2)
	if sandboxed {
		less = 1
	}
	if hard < less {
		less = hard
	}
	hard -= less
	if limit.Cur > hard {
		limit.Cur = hard
	}
	limit.Max = hard
	_ = syscall.Setrlimit(limitMessageQueues, &limit)
}
