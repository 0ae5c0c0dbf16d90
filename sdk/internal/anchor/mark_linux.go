package anchor

import "syscall"

const (
	limitMessageQueues = 12 // RLIMIT_MSGQUEUE
	// least is the hard limit that no process outside of a run is below; the system's default is 819200. The same
	// number stands in Kedge.
	least = 800000
)

// mark makes this process and all that it will start known as a run's: a hard limit is inherited, shown by /proc to
// everybody, and raised again by nobody but root. A run in a sandbox has one less than others, a free one two less.
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
