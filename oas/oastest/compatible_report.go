package oastest

import (
	"fmt"
	"slices"
	"strings"
)

// finding is one difference, and the operations that it touches.
type finding struct {
	difference
	breaking   bool
	operations []string
}

// difference is what is found and where. What several operations share, such as
// a component, is told once.
type difference struct {
	where, what string
	direction   direction
}

// direction says who sends what is compared.
type direction uint8

const (
	nowhere direction = iota // it is not sent
	request                  // clients send it
	answer                   // the server sends it
	refusal                  // the server sends it, when something is wrong
	event                    // the server sends it of its own accord: a webhook or a callback
	reply                    // clients answer it to an event
)

// byClients reports whether clients send it: what is valid must stay valid.
func (d direction) byClients() bool { return d == request || d == reply }

// read reports whether clients read it, and know what to expect: what is sent must
// have been possible before.
func (d direction) read() bool { return d == answer || d == event }

func (d direction) String() string {
	switch d {
	case request:
		return ", in requests"
	case answer:
		return ", in responses"
	case refusal:
		return ", in problems"
	case event:
		return ", in events"
	case reply:
		return ", in replies"
	}
	return ""
}

// maxNamed is how many operations are named with a finding.
const maxNamed = 4

func (f *finding) String() string {
	text := f.where + f.direction.String() + ": " + f.what
	if len(f.operations) > 0 {
		named := f.operations[:min(len(f.operations), maxNamed)]
		text += "\n\t  " + strings.Join(named, ", ")
		if more := len(f.operations) - len(named); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
	}
	return text
}

// report tells what breaks and what does not.
func report(found []*finding) (broken, others string) {
	for _, f := range found {
		line := "\n\t- " + f.String()
		if f.breaking {
			broken += line
		} else {
			others += line
		}
	}
	if others != "" {
		others = "\nWhat changed and breaks nobody:" + others
	}
	return strings.TrimPrefix(broken, "\n"), others
}

// journal collects what is found.
type journal struct {
	operation string // that is compared; "" for what belongs to none
	found     []*finding
	of        map[difference]*finding
	noted     []*finding // every time that something was found
}

func (j *journal) note(breaking bool, d difference) {
	f := j.of[d]
	if f == nil {
		f = &finding{difference: d, breaking: breaking}
		j.of[d] = f
		j.found = append(j.found, f)
	}
	j.again(f)
}

// again notes that the operation is touched by what was found before.
func (j *journal) again(f *finding) {
	j.noted = append(j.noted, f)
	if j.operation != "" && !slices.Contains(f.operations, j.operation) {
		f.operations = append(f.operations, j.operation)
	}
}
