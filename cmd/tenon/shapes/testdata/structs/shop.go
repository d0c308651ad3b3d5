// Package structs is what collections are printed of.
package structs

import (
	"net/netip"
	when "time"
)

// Status is a closed set.
type Status string

const (
	Draft  Status = "draft"
	Active Status = "active"
)

type (
	Code  string
	Cents int64
	Share float64
	Text  = string
	Level int
)

// These number nothing that is written.
const (
	Low Level = iota
	High
)

// Base is part of others.
type Base struct {
	ID      string
	Created when.Time
}

// Product is what is sold.
type Product struct {
	Base
	Name     string // What it is called.
	Price    Cents
	Share    Share
	Code     Code `db:"code" json:"sku"`
	Status   Status
	Text     Text
	Level    Level
	Note     *string
	Nick     *string `json:"nick,omitempty"`
	Tags     []string
	Extra    []string          `json:"extra,omitempty"`
	Texts    map[string]string `json:"texts,omitzero"`
	Blob     []byte            `json:"blob,omitempty"`
	Rating   int               `json:"rating,omitempty"`
	Weight   float64           `json:"weight,omitempty"`
	Remark   string            `json:"remark,omitempty"`
	Fragile  bool              `json:"fragile,omitempty"`
	Grace    when.Duration     `json:"grace,omitempty"`
	Grid     [][]int
	Labels   map[string]*int32
	Seal     []byte
	Lasts    when.Duration
	From     netip.Addr
	Size     Size
	Sizes    []Size
	Tree     *Node
	Hidden   string `json:"-"`
	internal string
	Done     chan int
	Any      any
	Pair     Pair[int]
	Fixed    [2]int
	Twice    **int
}

type Size struct {
	Width, Height int32
}

// Node contains itself.
type Node struct {
	Label    string
	Children []Node
}

type Pair[T any] struct{ A, B T }

func use(p Product) string { return p.internal }

var _ = use
