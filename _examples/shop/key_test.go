package main

import (
	"strings"
	"testing"
)

func TestCursorKeys(t *testing.T) {
	tests := []struct {
		text string
		want []string // nil is an error
	}{
		{strings.Repeat("61", 32), []string{strings.Repeat("a", 32)}},
		{"YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=", []string{strings.Repeat("a", 32)}},
		{"YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE", []string{strings.Repeat("a", 32)}},
		{strings.Repeat("_-78", 11), []string{strings.Repeat("\xff\xee\xfc", 11)}},
		{strings.Repeat("/+78", 11), []string{strings.Repeat("\xff\xee\xfc", 11)}},
		{strings.Repeat("62", 40) + ", " + strings.Repeat("61", 32), []string{strings.Repeat("b", 40), strings.Repeat("a", 32)}},
		{strings.Repeat("61", 31), nil},
		{"YWFh", nil},
		{strings.Repeat("61", 32) + ",", nil},
		{strings.Repeat("password", 8) + "!", nil},
	}
	for _, tt := range tests {
		keys, err := cursorKeys(tt.text)
		if (err == nil) != (tt.want != nil) {
			t.Errorf("%q: %v", tt.text, err)
		}
		var got []string
		for _, k := range keys {
			got = append(got, string(k))
		}
		if err == nil {
			equal(t, tt.want, got)
		}
		if err != nil && strings.Contains(err.Error(), tt.text) {
			t.Errorf("the error shows %q", tt.text)
		}
	}
	one, err := cursorKeys("")
	other, _ := cursorKeys("")
	if err != nil || len(one) != 1 || string(one[0]) == string(other[0]) {
		t.Errorf("%d keys, %v", len(one), err)
	}
}
