package cloudevents

import (
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// Binary sets the headers of the message in binary mode (HTTP Protocol Binding 1.0 §3.1): ce-id and
// so on, and Content-Type. The body is m.Data. Other protocols with headers have the same names and
// values. The errors are those of [Structured]; the headers do not change then.
func Binary(source string, m event.Message, h http.Header) error {
	all, err := attributesOf(source, &m)
	if err != nil {
		return err
	}
	for _, a := range all {
		if !utf8.ValidString(a.value) {
			return errors.New("cloudevents: the attribute " + a.name + " is not valid UTF-8")
		}
	}
	for _, a := range all {
		h.Set("ce-"+a.name, escape(a.value))
	}
	h.Set("Content-Type", dataType)
	return nil
}

// ParseBinary parses an event in binary mode, and returns its source. Unknown attributes are ignored.
// The body must be JSON; without a Content-Type it is assumed to be. An error says what is wrong.
func ParseBinary(h http.Header, body []byte) (source string, m event.Message, err error) {
	r := reading{m: event.Message{Data: body}}
	for name, values := range h {
		if len(name) < 4 || !strings.EqualFold(name[:3], "ce-") || len(values) == 0 {
			continue
		}
		if len(values) > 1 {
			return "", m, errors.New("cloudevents: the header " + strings.ToLower(name) + " is repeated")
		}
		value, err := unescape(values[0])
		if err != nil {
			return "", m, errors.New("cloudevents: the header " + strings.ToLower(name) + " " + err.Error())
		}
		if err := r.set(strings.ToLower(name[3:]), value); err != nil {
			return "", m, err
		}
	}
	if len(body) == 0 {
		r.m.Data = nil
	}
	contentType := h.Get("Content-Type")
	if contentType == "" {
		contentType = dataType
	}
	if err := checkData(contentType, r.m.Data); err != nil {
		return "", m, err
	}
	return r.done()
}

// Parse parses the event of an HTTP request in either mode, which its Content-Type names.
func Parse(h http.Header, body []byte) (source string, m event.Message, err error) {
	essence, _ := accept.MediaType(h.Get("Content-Type"))
	switch {
	case essence == ContentType:
		return ParseStructured(body)
	case strings.HasPrefix(essence, "application/cloudevents"):
		return "", m, errors.New("cloudevents: batches and formats other than JSON are not supported")
	}
	return ParseBinary(h, body)
}

// checkData returns an error if data is not JSON. Without data there is no error.
func checkData(contentType string, data []byte) error {
	essence, ok := accept.MediaType(contentType)
	switch {
	case !ok || essence != dataType && !strings.HasSuffix(essence, "+json"):
		return errors.New("cloudevents: the data is not JSON, according to its content type")
	case data != nil && !jsonx.Valid(data):
		return errors.New("cloudevents: the data is not JSON")
	}
	return nil
}

// escape encodes a value for a header (§3.1.3.2): what is not printable ASCII, spaces, quotes and
// percent signs.
func escape(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c > '~' || c == '"' || c == '%' {
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// unescape decodes the value of a header, which may be a quoted string (RFC 9110 §5.6.4).
func unescape(s string) (string, error) {
	s = strings.Trim(s, " \t")
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		var b strings.Builder
		for i := 1; i < len(s)-1; i++ {
			if s[i] == '\\' && i < len(s)-2 {
				i++
			}
			b.WriteByte(s[i])
		}
		s = b.String()
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b.WriteByte(s[i])
			continue
		}
		if i+2 >= len(s) || digit(s[i+1]) < 0 || digit(s[i+2]) < 0 {
			return "", errors.New("has a percent sign that encodes nothing")
		}
		b.WriteByte(byte(digit(s[i+1])<<4 | digit(s[i+2])))
		i += 2
	}
	if !utf8.ValidString(b.String()) {
		return "", errors.New("is not valid UTF-8")
	}
	return b.String(), nil
}

// digit returns the value of a hexadecimal digit; -1 for any other byte.
func digit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
