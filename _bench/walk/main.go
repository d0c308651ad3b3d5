// Command walk prints which files of the library the shop's Build and each of its requests
// execute: what a reader has to visit.
//
//	go run -C _bench ./walk      # numbers
//	go run -C _bench ./walk -v   # with the files
package main

import (
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"bench/shop"
)

const library = "github.com/tenon-go/tenon/"

func main() {
	log.SetFlags(0)
	verbose := flag.Bool("v", false, "print the files")
	flag.Parse()
	dir, err := os.MkdirTemp("", "walk")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "once")
	run("", "go", "build", "-cover", "-covermode=atomic", "-coverpkg=bench/walk/once,"+library+"...", "-o", program, "./walk/once")
	print(*verbose, "Build", visited(filepath.Join(dir, "build"), program))
	for i, c := range shop.Measured() {
		if strings.HasPrefix(c.Name, "last of") { // of another handler
			continue
		}
		print(*verbose, c.Name, visited(filepath.Join(dir, fmt.Sprint(i)), program, c.Name))
	}
}

func run(covered, name string, args ...string) []byte {
	c := exec.Command(name, args...)
	c.Env, c.Stderr = append(os.Environ(), "GOCOVERDIR="+covered), os.Stderr
	out, err := c.Output()
	if err != nil {
		log.Fatalf("%s %s: %v", name, strings.Join(args, " "), err)
	}
	return out
}

// visited runs the program and returns how many blocks of each file it has executed.
func visited(dir, program string, args ...string) map[string]int {
	if err := os.Mkdir(dir, 0o700); err != nil {
		log.Fatal(err)
	}
	run(dir, program, args...)
	profile := filepath.Join(dir, "profile")
	run("", "go", "tool", "covdata", "textfmt", "-i="+dir, "-o="+profile)
	text, err := os.ReadFile(profile)
	if err != nil {
		log.Fatal(err)
	}
	files := map[string]int{}
	for line := range strings.Lines(string(text)) {
		at, counts, ok := strings.Cut(line, ":")
		if ok && strings.HasPrefix(at, library) && !strings.HasSuffix(strings.TrimSpace(counts), " 0") {
			files[strings.TrimPrefix(at, library)]++
		}
	}
	return files
}

func print(verbose bool, name string, files map[string]int) {
	packages, blocks := map[string]bool{}, 0
	for f, n := range files {
		packages[filepath.Dir(f)] = true
		blocks += n
	}
	fmt.Printf("%-26s %3d files of %2d packages, %4d blocks\n", name, len(files), len(packages), blocks)
	if verbose {
		for _, f := range slices.Sorted(maps.Keys(files)) {
			fmt.Printf("\t%4d %s\n", files[f], f)
		}
	}
}
