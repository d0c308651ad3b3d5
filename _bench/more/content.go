package more

import (
	"bytes"
	"fmt"
	"strings"

	"bench/shop"
)

// Script is a text in one script that is long enough for every name.
type Script string

// The scripts. The letters have one byte, two and three.
const (
	ASCII    Script = "Anna Maria Svensson and her brothers live near the old harbor in a red house with a small garden behind it; nobody there locks doors, and guests come and go as they like, often for a whole summer or two"
	Cyrillic Script = "Анна Мария Светлова и её братья живут возле старой гавани в красном доме с маленьким садом за ним; никто там не запирает двери, и гости приходят и уходят"
	Japanese Script = "山田花子とその兄弟は古い港の近くの赤い家に住んでいて裏には小さな庭があり誰も鍵をかけないので客は好きなように出入りし夏の間ずっといることもある"
)

// First returns the beginning of the text, after as many bytes as are skipped at most. It has
// exactly n bytes.
func (s Script) First(skipped, n int) string {
	text := string(s)
	for i := range text {
		if i > skipped {
			break
		}
		text = string(s)[i:]
	}
	end := 0
	for i := range text {
		if i > n {
			break
		}
		end = i
	}
	return text[:end] + strings.Repeat(".", n-end)
}

// People returns the request with 20 people. It has as many bytes in each script.
func People(s Script) []byte {
	var b bytes.Buffer
	for i := range 20 {
		between := ","
		if i == 0 {
			between = `{"people":[`
		}
		fmt.Fprintf(&b, `%s{"name":"%s","street":"%s %02d","city":"%s","notes":"%s"}`, between,
			s.First(3*i, 36), s.First(2*i, 42), i, s.First(4*i, 27), s.First(i, 150))
	}
	b.WriteString("]}")
	return b.Bytes()
}

// Depth is how many nodes of the tree lie inside each other.
const Depth = 24

// Root returns the root of the tree. Every node but the last has a child with children between two without.
func Root() []byte {
	const leaf = `{"name":"a leaf","children":[]}`
	return []byte(strings.Repeat(`{"name":"a branch","children":[`+leaf+",", Depth-1) + leaf + strings.Repeat(","+leaf+"]}", Depth-1))
}

// How many members of each type a wide object has.
const (
	Texts   = 30
	Numbers = 20
	Flags   = 10
)

// Members returns the wide object.
func Members() []byte {
	var b bytes.Buffer
	for i := range Texts {
		between := ","
		if i == 0 {
			between = "{"
		}
		fmt.Fprintf(&b, `%s"text%02d":"the text number %d"`, between, i, i)
	}
	for i := range Numbers {
		fmt.Fprintf(&b, `,"number%02d":%d`, i, i*i*i)
	}
	for i := range Flags {
		fmt.Fprintf(&b, `,"flag%02d":%v`, i, i%3 == 0)
	}
	b.WriteByte('}')
	return b.Bytes()
}

// Cases is how many cases the union has.
const Cases = 12

// Kinds returns the request with three shapes of each kind.
func Kinds() []byte {
	var b bytes.Buffer
	for i := range 3 * Cases {
		between := ","
		if i == 0 {
			between = `{"shapes":[`
		}
		kind := i * 5 % Cases
		fmt.Fprintf(&b, `%s{"kind":"k%02d","name":"shape number %d","size%02d":%d}`, between, kind, i, kind, 100*i)
	}
	b.WriteString("]}")
	return b.Bytes()
}

// Thousand returns 1,000 products, as a JSON array.
func Thousand() []byte { return shop.Products(1000) }

// Token is that of a caller who does not see costs.
const Token = "c2Vlcy1uby1jb3N0cw"

// Revision is the version of the product.
const Revision = "42"
