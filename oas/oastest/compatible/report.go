package compatible

import (
	"fmt"
	"slices"
	"strings"
)

// finding is one difference, and the operations that it affects.
type finding struct {
	difference
	breaking   bool
	operations []string
}

// difference is a change and its location. A change of something that several operations share,
// such as a component, is reported once.
type difference struct {
	where, what string
	direction   direction
}

// direction is the sender of the compared part.
type direction uint8

const (
	nowhere direction = iota // it is not sent
	request                  // clients send it
	answer                   // the server sends it
	refusal                  // the server sends it in case of an error
	event                    // the server sends it unprompted: a webhook or a callback
	reply                    // clients respond with it to an event
)

// byClients reports whether clients send it: valid values must remain valid.
func (d direction) byClients() bool { return d == request || d == reply }

// read reports whether clients read it: no new values may appear.
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

// maxNamed is the maximum number of operations in a finding.
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

// report returns the texts of changes that break clients, and of others.
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
		others = "\nChanges that do not break clients:" + others
	}
	return strings.TrimPrefix(broken, "\n"), others
}

// journal records findings.
type journal struct {
	operation string // the compared operation, or ""
	found     []*finding
	of        map[difference]*finding
	noted     []*finding // in the order of discovery
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

// again records that an earlier finding affects the operation.
func (j *journal) again(f *finding) {
	j.noted = append(j.noted, f)
	if j.operation != "" && !slices.Contains(f.operations, j.operation) {
		f.operations = append(f.operations, j.operation)
	}
}
