package accept

import "strings"

// Choose returns the offer that the values of the Accept header prefer, and whether any is acceptable.
// Offers are media types in lower case, such as "application/json", the server's favourite first.
// Parameters of an offer are ignored, unless the header is the offer. An offer such as image/* or */*
// stands for any type of the range.
//
// For each offer the most specific matching range counts: type/subtype before type/* before */*, and
// of several alike the one with the highest weight. Weight 0 excludes the offer. Among the others the
// highest weight wins, then the more specific range, then the order of the offers. A range with
// parameters matches no offer, except that charset=utf-8 is ignored. Without a header, or when all
// of its elements are malformed, every type is acceptable and the first offer is chosen. Without
// offers the answer is "", false.
func Choose(header []string, offers []string) (offer string, ok bool) {
	if len(offers) == 0 {
		return "", false
	}
	switch len(header) {
	case 0:
		return offers[0], true
	case 1:
		// What most clients send is settled without reading it.
		if header[0] == "" || header[0] == "*/*" {
			return offers[0], true
		}
		for _, offer := range offers {
			if header[0] == offer {
				return offer, true
			}
		}
	}

	var few [8]preference
	preferences := few[:]
	if len(offers) > len(few) {
		preferences = make([]preference, len(offers))
	}
	stated := false
	for _, value := range header {
		for value = skipEmpty(value); value != ""; value = skipEmpty(value) {
			var r mediaRange
			var wellFormed bool
			r, value, wellFormed = nextRange(value)
			if !wellFormed {
				continue
			}
			stated = true
			for i, offer := range offers {
				if r.matches(offer) {
					preferences[i].consider(r.specificity(), r.weight)
				}
			}
		}
	}
	if !stated {
		return offers[0], true
	}

	var best preference // weight 0: nothing is acceptable yet
	for i, p := range preferences[:len(offers)] {
		if p.weight > best.weight || p.weight == best.weight && p.weight > 0 && p.specificity > best.specificity {
			best, offer = p, offers[i]
		}
	}
	return offer, best.weight > 0
}

// preference is what the header says about one offer.
type preference struct {
	specificity uint8  // of the range that counts; 0 while none matches
	weight      uint16 // in thousandths
}

func (p *preference) consider(specificity uint8, weight uint16) {
	if specificity > p.specificity || specificity == p.specificity && weight > p.weight {
		*p = preference{specificity, weight}
	}
}

// mediaRange is one element of Accept.
type mediaRange struct {
	typ, subtype string // "*" is any
	weight       uint16 // in thousandths
	restricted   bool   // has a parameter that no offer has
}

func (r mediaRange) specificity() uint8 {
	switch {
	case r.typ == "*":
		return 1
	case r.subtype == "*":
		return 2
	}
	return 3
}

func (r mediaRange) matches(offer string) bool {
	if r.restricted {
		return false
	}
	if r.typ == "*" || offer == "*/*" {
		return true
	}
	offer, _, _ = strings.Cut(offer, ";") // a range without parameters matches any (RFC 9110 §12.5.1)
	n := len(r.typ)
	if len(offer) <= n || offer[n] != '/' || !strings.EqualFold(offer[:n], r.typ) {
		return false
	}
	return r.subtype == "*" || offer[n+1:] == "*" || strings.EqualFold(offer[n+1:], r.subtype)
}

// nextRange reads the first element of a list and returns the list from its comma on.
func nextRange(list string) (r mediaRange, rest string, wellFormed bool) {
	r, rest, wellFormed = readRange(list)
	if !wellFormed {
		rest = skipElement(rest)
	}
	return r, rest, wellFormed
}

// readRange reads up to the comma or the end of an element, or to where it stops being well formed.
func readRange(s string) (r mediaRange, rest string, wellFormed bool) {
	r.weight = 1000
	r.typ, r.subtype, s, wellFormed = readType(s)
	if !wellFormed || r.typ == "*" && r.subtype != "*" {
		return r, s, false
	}
	weighted := false
	for {
		var p parameter
		var status paramStatus
		p, s, status = nextParameter(s)
		switch {
		case status == paramNone:
			return r, s, s == "" || s[0] == ','
		case status == paramMalformed:
			return r, s, false
		case len(p.name) == 1 && p.name[0]|0x20 == 'q':
			// RFC 9110 §12.5.1: q is the weight wherever it stands.
			w, ok := parseWeight(p.value)
			if !ok || weighted || p.quoted {
				return r, s, false
			}
			r.weight, weighted = w, true
		case strings.EqualFold(p.name, "charset") && strings.EqualFold(p.value, "utf-8"):
		default:
			r.restricted = true
		}
	}
}

// parseWeight reads a qvalue (RFC 9110 §12.4.2), at most three decimals, in thousandths.
func parseWeight(s string) (uint16, bool) {
	whole, decimals, _ := strings.Cut(s, ".")
	if len(decimals) > 3 || whole == "" && decimals == "" {
		return 0, false
	}
	var weight uint16
	switch whole {
	case "0", "":
	case "1":
		weight = 1000
	default:
		return 0, false
	}
	unit := uint16(100)
	for i := range len(decimals) {
		c := decimals[i]
		if c < '0' || c > '9' {
			return 0, false
		}
		weight += uint16(c-'0') * unit
		unit /= 10
	}
	return weight, weight <= 1000
}
