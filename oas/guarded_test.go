package oas_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/oas"
)

func TestTheDocumentTellsWhoSeesAMember(t *testing.T) {
	app := everything.API().MustBuild()
	for _, tt := range []struct {
		version oas.Version
		want    []string
	}{
		{oas.V30, []string{
			"          description: Only with the scope `offers:cost`.\n          type: integer\n          format: int" + strconv.Itoa(strconv.IntSize) + "\n          x-visible-to:\n            - offers:cost\n",
			"          description: Only with the scope `offers:cost` or `offers:rating`.\n", "          x-visible-to:\n            - offers:cost\n            - offers:rating\n",
			"          description: Only with the scope `offers:supplier`.\n",
			"            Only with the scope `offers:cost`.\n", // of the filter
		}},
		{oas.V31, []string{"          description: Only with the scope `offers:supplier`.\n"}},
	} {
		text, err := oas.YAML(app, tt.version)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range tt.want {
			if !strings.Contains(string(text), want) {
				t.Errorf("OpenAPI %s has not\n%s", tt.version, want)
			}
		}
		_, offer, _ := strings.Cut(string(text), "\n    Offer:\n")
		offer, _, _ = strings.Cut(offer, "\n    OfferCreate:\n")
		if !strings.HasSuffix(offer, "      required:\n        - id\n        - title\n        - lines\n        - revision") || strings.Contains(offer, "additionalProperties") {
			t.Errorf("OpenAPI %s: the members of an answer that everybody sees are others:\n%s", tt.version, offer)
		}
	}
}
