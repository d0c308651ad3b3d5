package main

import (
	"log"
	"os"

	"github.com/tenon-go/tenon/internal/builders"
)

func main() {
	log.SetFlags(0)
	of := builders.Routes
	if len(os.Args) == 2 && os.Args[1] == "prop" {
		of = builders.Props
	}
	files, err := of(".")
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(name, text, 0o666); err != nil {
			log.Fatal(err)
		}
	}
}
