package shop

import (
	"encoding/json"
	"time"
)

// Comparable returns the value of a JSON text with normalized times. It returns the error if it is
// not JSON.
func Comparable(text []byte) any {
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	return spelled(v)
}

func spelled(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			if text, ok := member.(string); ok && name == "released" {
				if at, err := time.Parse(time.RFC3339, text); err == nil {
					member = at.UTC().Format(time.RFC3339)
				}
			}
			v[name] = spelled(member)
		}
	case []any:
		for i := range v {
			v[i] = spelled(v[i])
		}
	}
	return v
}
