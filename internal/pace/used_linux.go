package pace

import (
	"syscall"
	"time"
)

// used returns the time that the thread has had on a processor; see getrusage(2).
func used() time.Duration {
	const ofThread = 1
	var u syscall.Rusage
	if err := syscall.Getrusage(ofThread, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
