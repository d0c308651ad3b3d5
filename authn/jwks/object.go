package jwks

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/jsonx"
)

// object is a JSON object: the JSON text of each member by its name.
type object map[string]string

// maxNested is the maximum depth of nesting in a member.
const maxNested = 16

var errKind = errors.New("a member has the wrong type")

// readObject parses a JSON object without duplicate members.
func readObject(text []byte) (object, error) {
	var r jsonx.Reader
	r.Reset(text, jsonx.Limits{Depth: maxNested})
	o := object{}
	r.Object()
	for {
		name, ok := r.Member()
		if !ok {
			break
		}
		o[name] = r.Raw()
	}
	return o, r.End()
}

func kindOf(raw string) jsonx.Kind {
	switch c := raw[0]; {
	case c == '-' || c >= '0' && c <= '9':
		return jsonx.Number
	default:
		return jsonx.Kind(c)
	}
}

// text returns a member that is a string, or "" if it is absent.
func (o object) text(name string) (string, error) {
	raw, ok := o[name]
	if !ok {
		return "", nil
	}
	if kindOf(raw) != jsonx.String {
		return "", errKind
	}
	return unquote(raw), nil
}

func unquote(raw string) string {
	if !strings.Contains(raw, `\`) {
		return raw[1 : len(raw)-1]
	}
	var r jsonx.Reader
	r.Reset([]byte(raw), jsonx.Limits{})
	return r.Text()
}

// texts returns a member that is a string or a list of strings, or nil if it is absent.
func (o object) texts(name string) ([]string, error) {
	raw, ok := o[name]
	if !ok {
		return nil, nil
	}
	return textsOf(raw)
}

func textsOf(raw string) (list []string, err error) {
	switch kindOf(raw) {
	case jsonx.String:
		return []string{unquote(raw)}, nil
	case jsonx.Array:
	default:
		return nil, errKind
	}
	var r jsonx.Reader
	r.Reset([]byte(raw), jsonx.Limits{})
	r.Array()
	for r.Item() {
		if r.Kind() != jsonx.String {
			return nil, errKind
		}
		list = append(list, r.Text())
	}
	return list, r.End()
}

// at returns the member at a path of names with dots between them, or the member that has the
// whole path as its name; "" if there is none.
func (o object) at(path string) (raw string, err error) {
	if raw, ok := o[path]; ok {
		return raw, nil
	}
	name, rest, more := strings.Cut(path, ".")
	raw, ok := o[name]
	if !more || !ok || kindOf(raw) != jsonx.Object {
		return "", nil
	}
	inner, err := readObject([]byte(raw))
	if err != nil {
		return "", err
	}
	return inner.at(rest)
}

// maxSeconds is the end of the year 9999.
const maxSeconds = 253402300799

// date returns a member that is a NumericDate (RFC 7519 §2): seconds, with or without a
// fraction.
func (o object) date(name string) (at time.Time, given bool, err error) {
	raw, ok := o[name]
	if !ok {
		return time.Time{}, false, nil
	}
	if kindOf(raw) != jsonx.Number {
		return time.Time{}, true, errKind
	}
	f, err := strconv.ParseFloat(raw, 64)
	if err != nil || math.IsNaN(f) || f < 0 || f > maxSeconds {
		return time.Time{}, true, errKind
	}
	whole, part := math.Modf(f)
	return time.Unix(int64(whole), int64(part*1e9)), true, nil
}
