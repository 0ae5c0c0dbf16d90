package kedge

import (
	"syscall"
	"unsafe"
)

// The Windows API defines these names, sizes and their order.
type jobBasicLimits struct {
	perProcessUserTimeLimit int64
	perJobUserTimeLimit     int64
	limitFlags              uint32
	minimumWorkingSetSize   uintptr
	maximumWorkingSetSize   uintptr
	activeProcessLimit      uint32
	affinity                uintptr
	priorityClass           uint32
	schedulingClass         uint32
}

type jobExtendedLimits struct {
	basic                 jobBasicLimits
	ioCounters            [6]uint64
	processMemoryLimit    uintptr
	jobMemoryLimit        uintptr
	peakProcessMemoryUsed uintptr
	peakJobMemoryUsed     uintptr
}

const (
	jobObjectExtendedLimitInformation = 9
	jobObjectLimitKillOnJobClose      = 0x2000
)

// joinJob puts this process, and everything it will start, into a job that Windows ends when its last handle
// closes. Only this process has the handle, which closes however the process ends. Without the job, a child
// whose parent has ended could no longer be found. Failures are ignored, because Kedge still ends the
// processes it can find.
func joinJob() {
	kernel := syscall.NewLazyDLL("kernel32.dll")
	create := kernel.NewProc("CreateJobObjectW")
	set := kernel.NewProc("SetInformationJobObject")
	assign := kernel.NewProc("AssignProcessToJobObject")
	if create.Find() != nil || set.Find() != nil || assign.Find() != nil {
		return
	}
	job, _, _ := create.Call(0, 0)
	if job == 0 {
		return
	}
	limits := jobExtendedLimits{basic: jobBasicLimits{limitFlags: jobObjectLimitKillOnJobClose}}
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return
	}
	if ok, _, _ := set.Call(job, jobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), unsafe.Sizeof(limits)); ok == 0 {
		return
	}
	// The handle is never closed here, because closing it would end this process.
	_, _, _ = assign.Call(job, uintptr(self))
}
