package accept_test

import (
	"errors"
	"math"
	"mime"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/accept"
)

var offered = []string{"application/json", "text/csv", "text/plain", "application/problem+json"}

func FuzzChoose(f *testing.F) {
	for _, tt := range negotiations {
		f.Add(tt.header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		offer, ok := accept.Choose([]string{header}, offered)
		if slices.Contains(offered, offer) != ok {
			t.Fatalf("%q: chose %q, %v", header, offer, ok)
		}
		if again, okAgain := accept.Choose([]string{"", header, ",", header, "nonsense"}, offered); again != offer || okAgain != ok {
			t.Errorf("%q: chose %q, %v, and after saying it twice %q, %v", header, offer, ok, again, okAgain)
		}
		if strings.Contains(header, `"`) {
			return
		}
		if want := naiveChoice(header, offered); offer != want {
			t.Errorf("%q: chose %q, want %q", header, offer, want)
		}
		// Without quotes a comma and a new line are the same.
		if lines, okLines := accept.Choose(strings.Split(header, ","), offered); lines != offer || okLines != ok {
			t.Errorf("%q: chose %q, %v, and as lines %q, %v", header, offer, ok, lines, okLines)
		}
	})
}

var (
	token   = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
	element = regexp.MustCompile(`^[ \t]*(` + token + `)/(` + token + `)((?:[ \t]*;[ \t]*(?:` + token + `=` + token + `)?)*)[ \t]*$`)
	qvalue  = regexp.MustCompile(`^(?:0?\.[0-9]{1,3}|0\.?|1(?:\.0{0,3})?)$`)
)

// naiveChoice is Choose for headers without quoted strings, by cutting and regular expressions.
func naiveChoice(header string, offers []string) string {
	type claim struct{ specificity, weight float64 }
	claims := make([]claim, len(offers))
	stated := false
next:
	for part := range strings.SplitSeq(header, ",") {
		m := element.FindStringSubmatch(part)
		if m == nil || m[1] == "*" && m[2] != "*" {
			continue
		}
		weight, restricted := math.NaN(), false
		for param := range strings.SplitSeq(m[3], ";") {
			name, value, _ := strings.Cut(strings.ToLower(strings.Trim(param, " \t")), "=")
			switch {
			case name == "":
			case name == "q":
				if !qvalue.MatchString(value) || !math.IsNaN(weight) {
					continue next
				}
				weight, _ = strconv.ParseFloat(strings.TrimSuffix(value, "."), 64)
			case name != "charset" || value != "utf-8":
				restricted = true
			}
		}
		if math.IsNaN(weight) {
			weight = 1
		}
		stated = true
		for i, offer := range offers {
			typ, subtype, _ := strings.Cut(offer, "/")
			specificity := 3.0
			switch {
			case restricted:
				continue
			case m[1] == "*":
				specificity = 1
			case !strings.EqualFold(m[1], typ):
				continue
			case m[2] == "*":
				specificity = 2
			case !strings.EqualFold(m[2], subtype):
				continue
			}
			if c := (claim{specificity, weight}); c.specificity > claims[i].specificity || c.specificity == claims[i].specificity && c.weight > claims[i].weight {
				claims[i] = c
			}
		}
	}
	if !stated {
		return offers[0]
	}
	best, chosen := claim{}, ""
	for i, c := range claims {
		if c.weight > best.weight || c.weight > 0 && c.weight == best.weight && c.specificity > best.specificity {
			best, chosen = c, offers[i]
		}
	}
	return chosen
}

// FuzzMediaType holds what is well formed against the mime package, which is more lenient, refuses
// a parameter that comes twice and gives names with "*" a meaning of their own (RFC 2231).
func FuzzMediaType(f *testing.F) {
	for _, tt := range mediaTypes {
		f.Add(tt.contentType, "charset")
	}
	f.Add(`a/b;c="\"\\;,"`, "c")
	f.Fuzz(func(t *testing.T, contentType, name string) {
		essence, ok := accept.MediaType(contentType)
		value, has := accept.Param(contentType, name)
		if has && !ok || value != "" && !has || essence != "" && !ok {
			t.Fatalf("%q: %q, %v; %q = %q, %v", contentType, essence, ok, name, value, has)
		}
		if !ok {
			return
		}
		if again, ok := accept.MediaType(essence); !ok || again != essence {
			t.Fatalf("%q: %q is %q, %v", contentType, essence, again, ok)
		}
		if strings.Contains(contentType, "*") {
			return
		}
		wantEssence, params, err := mime.ParseMediaType(contentType)
		if errors.Is(err, mime.ErrInvalidMediaParameter) || err != nil && strings.Contains(err.Error(), "duplicate parameter name") {
			return
		}
		if err != nil || essence != wantEssence {
			t.Fatalf("%q: %q; mime: %q, %v", contentType, essence, wantEssence, err)
		}
		want, wantHas := params[strings.ToLower(name)]
		switch {
		case !has && wantHas:
			// mime allows a parameter twice when the values are the same.
			if strings.Count(strings.ToLower(contentType), strings.ToLower(name)+"=") < 2 {
				t.Fatalf("%q: no %q; mime: %q", contentType, name, want)
			}
		case has != wantHas, value != want && !strings.Contains(contentType, `\`): // mime leaves some backslashes
			t.Fatalf("%q: %q = %q, %v; mime: %q, %v", contentType, name, value, has, want, wantHas)
		}
	})
}
