package prop

import (
	"strconv"
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/tree"
)

// UnixTimeProp is a property that is a time, and a number in JSON and parameters.
type UnixTimeProp core

// UnixTime declares a time that is the number of seconds since 1970-01-01T00:00:00Z, without leap
// seconds. It is a whole number; fractions of a second are not written. In UTC its year is between
// 0000 and 9999. Documents have the format unix-time, which Format can rename.
//
// Prefer [DateTime] for new APIs: people can read it, and no client takes it for milliseconds.
func UnixTime(name string) *UnixTimeProp { return unixTime(name, tree.UnixTime) }

// UnixMilli is [UnixTime] in milliseconds, as clients in JavaScript have them. Documents have the
// format unix-time-millis.
func UnixMilli(name string) *UnixTimeProp { return unixTime(name, tree.UnixMilli) }

func unixTime(name, format string) *UnixTimeProp {
	first, end := time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
	millis := format == tree.UnixMilli
	t := tree.Integer{Format: format, Min: number64(codec.Unix(first, millis)), Max: number64(codec.Unix(end, millis) - 1)}
	return (*UnixTimeProp)(property.New(name, codec.TypeOf[time.Time](), t, codec.UnixTime))
}

func number64(n int64) tree.Number { return tree.Number(strconv.FormatInt(n, 10)) }

// Min sets the first time. A fraction of the unit is rounded up: what clients see is not before it.
func (p *UnixTimeProp) Min(t time.Time) *UnixTimeProp {
	millis, unit := p.unit()
	n := codec.Unix(t, millis)
	if t.Nanosecond()%int(unit) != 0 {
		n++
	}
	return (*UnixTimeProp)(bounded((*core)(p), "Min", number64(n)))
}

// Max sets the last time. A fraction of the unit is ignored.
func (p *UnixTimeProp) Max(t time.Time) *UnixTimeProp {
	millis, _ := p.unit()
	return (*UnixTimeProp)(bounded((*core)(p), "Max", number64(codec.Unix(t, millis))))
}

// unit returns the unit of the numbers.
func (p *UnixTimeProp) unit() (millis bool, unit time.Duration) {
	if t, ok := (*core)(p).Node().Type.(tree.Integer); ok && t.Format == tree.UnixMilli {
		return true, time.Millisecond
	}
	return false, time.Second
}
