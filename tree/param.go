package tree

import "github.com/tenon-go/tenon/internal/jsonx"

// TextParam returns a parameter with a text, or with "" if it is not valid UTF-8.
func TextParam(name, text string) Param { return Param{name, string(quote(nil, text))} }

// TextsParam returns a parameter with a list of texts.
func TextsParam(name string, texts []string) Param {
	b := []byte{'['}
	for i, s := range texts {
		if i > 0 {
			b = append(b, ',')
		}
		b = quote(b, s)
	}
	return Param{name, string(append(b, ']'))}
}

func quote(b []byte, s string) []byte {
	out, err := jsonx.AppendString(b, s)
	if err != nil {
		return append(b, `""`...)
	}
	return out
}
