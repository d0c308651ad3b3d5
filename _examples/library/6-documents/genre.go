package main

import "github.com/tenon-go/tenon/prop"

type Genre string

const (
	Novel  Genre = "novel"
	Poetry Genre = "poetry"
)

var genre = prop.Enum("genre", Novel, Poetry).Default(Novel)
