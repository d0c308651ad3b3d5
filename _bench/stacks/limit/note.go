package limit

import "strconv"

// An issue is a violation without its location: the text before and after the pointer.
type issue struct{ before, behind string }

func broken(code, detail, params string) issue {
	return issue{`{"code":"` + code + `","detail":"` + detail + `","pointer":"#`, `","params":{` + params + `}}`}
}

func atLeast(n string) issue { return broken("min", "must be at least "+n, `"min":`+n) }
func atMost(n string) issue  { return broken("max", "must be at most "+n, `"max":`+n) }
func longest(n string) issue {
	return broken("max_length", "must have at most "+n+" characters", `"max":`+n)
}
func most(n string) issue { return broken("max_items", "must have at most "+n+" items", `"max":`+n) }
func expected(kind string) issue {
	article := "a "
	if kind[0] == 'a' || kind[0] == 'i' || kind[0] == 'o' {
		article = "an "
	}
	return broken("type", "must be "+article+kind, `"expected":"`+kind+`"`)
}

var (
	unknown    = issue{`{"code":"unknown","detail":"is not recognized","pointer":"#`, `"}`}
	readOnly   = issue{`{"code":"read_only","detail":"is read-only","pointer":"#`, `"}`}
	required   = issue{`{"code":"required","detail":"is required","pointer":"#`, `"}`}
	isNull     = issue{`{"code":"null","detail":"must not be null","pointer":"#`, `"}`}
	empty      = broken("min_length", "must have at least 1 character", `"min":1`)
	notSKU     = broken("pattern", "must match the pattern ^[A-Z]{3}-[0-9]{4}$", `"pattern":"^[A-Z]{3}-[0-9]{4}$"`)
	notTag     = broken("pattern", "must match the pattern ^[a-z][a-z0-9-]*$", `"pattern":"^[a-z][a-z0-9-]*$"`)
	notStatus  = broken("one_of", "must be one of draft, active, retired", `"values":["draft","active","retired"]`)
	notMoment  = broken("format", "must be a date and time such as 2006-01-02T15:04:05Z", `"format":"date-time"`)
	notText    = expected("string")
	notInteger = expected("integer")
	notNumber  = expected("number")
	notArray   = expected("array")
	notObject  = expected("object")

	below0, below1                                      = atLeast("0"), atLeast("1")
	above1000, above10000, above100000000               = atMost("1000"), atMost("10000"), atMost("100000000")
	beyond64, beyond1000, beyond500, beyond20, beyond30 = longest("64"), longest("1000"), longest("500"), longest("20"), longest("30")
	moreThan10, moreThan20, moreThan1000                = most("10"), most("20"), most("1000")
)

func (c *cursor) note(v *issue) {
	c.separate()
	c.notes = append(c.notes, v.before...)
	c.notes = append(c.notes, c.path...)
	c.notes = append(c.notes, v.behind...)
}

// under records a violation of a member.
func (c *cursor) under(name string, v *issue) {
	n := len(c.path)
	c.path = append(append(c.path, '/'), name...)
	c.note(v)
	c.path = c.path[:n]
}

// parameter records a violation of a parameter.
func (c *cursor) parameter(text string) {
	c.separate()
	c.notes = append(c.notes, text...)
}

func (c *cursor) separate() {
	if len(c.notes) > 0 {
		c.notes = append(c.notes, ',')
	}
}

// item sets the path to that of an element.
func (c *cursor) item(n, i int) {
	c.path = strconv.AppendInt(append(c.path[:n], '/'), int64(i), 10)
}

// refuse skips a value of the wrong type.
func (c *cursor) refuseType(v *issue) {
	if c.kind() == 'n' {
		v = &isNull
	}
	c.note(v)
	c.skip(64)
}
