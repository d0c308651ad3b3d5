package suffix_test

import (
	"testing"

	"github.com/tenon-go/tenon/internal/suffix"
)

func TestDomainsThatStrangersShare(t *testing.T) {
	rules := suffix.Load()
	for domain, want := range map[string]bool{
		"com": true, "co.uk": true, "github.io": true, "github.io.": true, "vercel.app": true, "pages.dev": true, "ck": true, "org.ck": true,
		"amazonaws.com": true, "s3.amazonaws.com": true, "xn--p1ai": true, "zw": true,
		"www.ck": false, "example.com": false, "shop.example": false, "shop.github.io": false, "a.co.uk": false, "hub.io": false, "x.uk": false, "": false,
	} {
		if got := rules.Shared(domain); got != want {
			t.Errorf("%q: %t", domain, got)
		}
	}
}
