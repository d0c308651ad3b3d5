// Command compile measures builds of packages with generated collections and routes, with this
// library and with huma:
//
//	go run ./compile -rounds 5
//
// Each package has a number of entities with five fields and five operations each, whose
// handlers do nothing. Before each turn the packages change, so that only they are compiled.
// The command prints the medians of the processor time of "go build" with its subprocesses,
// and of the memory of the largest process.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"time"
)

var (
	rounds = flag.Int("rounds", 5, "turns")
	only   = flag.String("n", "1,10,100", "numbers of collections")
	keep   = flag.Bool("keep", false, "keep the generated packages")
)

type stack struct {
	name string
	text *template.Template
}

func main() {
	log.SetFlags(0)
	flag.Parse()
	dir, err := os.MkdirTemp("compile", "generated-")
	if err != nil {
		log.Fatal(err)
	}
	if !*keep {
		defer os.RemoveAll(dir)
	}
	fmt.Println("| collections | library | processor time | ÷ huma | memory | ÷ huma | program | ÷ huma |")
	fmt.Println("|--:|---|--:|--:|--:|--:|--:|--:|")
	for _, text := range strings.Split(*only, ",") {
		var n int
		if _, err := fmt.Sscan(text, &n); err != nil {
			log.Fatal(err)
		}
		measure(dir, n)
	}
}

// A result is the cost of a build.
type result struct {
	time   time.Duration
	memory int64
	size   int64
}

func measure(dir string, n int) {
	stacks := []stack{{"tenon", tenon}, {"huma", huma}}
	results := make([][]result, len(stacks))
	for round := range *rounds + 1 {
		for i, s := range stacks {
			r, err := s.build(filepath.Join(dir, fmt.Sprintf("%s%d", s.name, n)), n, round)
			if err != nil {
				log.Fatal(err)
			}
			if round > 0 { // the first round fills the cache
				results[i] = append(results[i], r)
			}
		}
	}
	theirs := median(results[1])
	for i, s := range stacks {
		r := median(results[i])
		fmt.Printf("| %d | %s | %.2f s | %.2f | %d MB | %.2f | %.1f MB | %.2f |\n", n, s.name,
			r.time.Seconds(), float64(r.time)/float64(theirs.time), r.memory>>20, float64(r.memory)/float64(theirs.memory),
			float64(r.size)/1e6, float64(r.size)/float64(theirs.size))
	}
}

func median(all []result) (m result) {
	times, memories := make([]time.Duration, len(all)), make([]int64, len(all))
	for i, r := range all {
		times[i], memories[i] = r.time, r.memory
	}
	slices.Sort(times)
	slices.Sort(memories)
	return result{times[len(all)/2], memories[len(all)/2], all[0].size}
}

// generate returns the package.
func (s stack) generate(n, round int) ([]byte, error) {
	data := struct {
		Round int
		Names []int
	}{round, make([]int, n)}
	for i := range n {
		data.Names[i] = i
	}
	var text bytes.Buffer
	err := s.text.Execute(&text, data)
	return text.Bytes(), err
}

// build writes the package, compiles it, and links a program with it.
func (s stack) build(dir string, n, round int) (r result, err error) {
	if err := os.MkdirAll(filepath.Join(dir, "api"), 0o777); err != nil {
		return r, err
	}
	text, err := s.generate(n, round)
	if err != nil {
		return r, err
	}
	if err := os.WriteFile(filepath.Join(dir, "api", "api.go"), text, 0o666); err != nil {
		return r, err
	}
	program := fmt.Sprintf("package main\n\nimport (\n\t\"net/http\"\n\n\t%q\n)\n\nfunc main() { http.ListenAndServe(\":8080\", api.Handler()) }\n",
		"bench/"+filepath.ToSlash(dir)+"/api")
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o666); err != nil {
		return r, err
	}
	cmd := exec.Command("go", "build", "./"+filepath.ToSlash(dir)+"/api")
	if out, err := cmd.CombinedOutput(); err != nil {
		return r, fmt.Errorf("%s: %w\n%s", s.name, err, out)
	}
	r.time = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	r.memory = largest(cmd.ProcessState)
	if round == 1 {
		r.size, err = size(dir)
	}
	return r, err
}

// size returns the size of the program in bytes.
func size(dir string) (int64, error) {
	path := filepath.Join(dir, "program")
	if out, err := exec.Command("go", "build", "-o", path, "./"+filepath.ToSlash(dir)).CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%w\n%s", err, out)
	}
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), os.Remove(path)
}
