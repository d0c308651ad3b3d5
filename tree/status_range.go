package tree

// StatusRange is a range of the statuses of problems, as OpenAPI names it (3.1.1 §4.8.16): 4XX, 5XX
// or default; "" is a single status.
type StatusRange string

// The ranges.
const (
	NoRange      StatusRange = ""
	ClientErrors StatusRange = "4XX"
	ServerErrors StatusRange = "5XX"
	AnyError     StatusRange = "default"
)

// StatusRanges returns the ranges, the narrower ones first.
func StatusRanges() []StatusRange { return []StatusRange{ClientErrors, ServerErrors, AnyError} }

// Has reports whether the range has a status.
func (r StatusRange) Has(status int) bool {
	switch r {
	case ClientErrors:
		return status >= 400 && status <= 499
	case ServerErrors:
		return status >= 500 && status <= 599
	case AnyError:
		return status >= 400 && status <= 599
	}
	return false
}

// RangeOf returns the declared range of problems that has a status, the narrowest one; nil if there
// is none.
func (o *Operation) RangeOf(status int) *Failure {
	for _, r := range StatusRanges() {
		if !r.Has(status) {
			continue
		}
		for i := range o.Fails {
			if o.Fails[i].Range == r {
				return &o.Fails[i]
			}
		}
	}
	return nil
}
