//go:build !linux

package pace

import "time"

// used returns a time that passes, which is the best there is.
func used() time.Duration { return time.Duration(time.Now().UnixNano()) }
