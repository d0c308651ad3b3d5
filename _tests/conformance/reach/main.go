package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	corpus := flag.String("corpus", "", "folder with a folder of OpenAPI documents for each publisher")
	sampleSize := flag.Int("sample", 0, "number of operations; 0 is all")
	seed := flag.Uint64("seed", 1, "of the sample")
	most := flag.Int("reasons", 20, "number of reasons to print")
	with := flag.Float64("with", 0, "fail if fewer percent of the operations are declared with their errors")
	without := flag.Float64("without", 0, "fail if fewer percent are declared without them")
	examples := flag.Float64("examples", -1, "try the published examples; fail if fewer percent of the valid ones are accepted")
	only := flag.String("only", "", "only operations that contain this text, with their reasons")
	flag.Parse()
	if *corpus == "" {
		flag.Usage()
		os.Exit(2)
	}
	r, err := run(*corpus, *sampleSize, *seed, *only, *examples >= 0)
	if err == nil {
		total := r.write(os.Stdout, *most)
		if percent(total.whole, total.operations) < *with || percent(total.declared, total.operations) < *without {
			err = fmt.Errorf("fewer operations than %g %% with and %g %% without their errors", *with, *without)
		}
		if r.examples != nil && r.examples.write(os.Stdout, *most) < *examples {
			err = errors.Join(err, fmt.Errorf("fewer examples than %g %% are accepted", *examples))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run reads one document after the other: the largest take a lot of memory.
func run(corpus string, size int, seed uint64, only string, examples bool) (*report, error) {
	files, err := documents(corpus)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no documents", corpus)
	}
	chance := 1.0
	if size > 0 {
		total := 0
		for _, f := range files {
			if d, err := readDocument(f.path); err == nil {
				total += len(d.operations())
			}
		}
		chance = float64(size) / float64(max(total, 1))
	}
	random := rand.New(rand.NewPCG(seed, 16))
	r := &report{reasons: map[string]*reason{}}
	if examples {
		r.examples = newExampleReport()
	}
	for _, f := range files {
		d, err := readDocument(f.path)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", f.path, err)
			continue
		}
		for _, op := range d.operations() {
			if chance < 1 && random.Float64() >= chance {
				continue
			}
			if only != "" && !strings.Contains(f.path+" "+op.method+" "+op.path, only) {
				continue
			}
			v := judge(d, op, only != "")
			if only != "" {
				fmt.Println(v.operation, v.declared, v.whole, v.reasons)
			}
			r.add(f.publisher, v)
			if r.examples != nil {
				r.examples.addAll(f.publisher, v, tryExamples(d, op, v), only != "")
			}
		}
	}
	return r, nil
}

type file struct{ publisher, path string }

// documents returns the JSON files below a folder, with the name of their first folder.
func documents(corpus string) (all []file, err error) {
	err = filepath.WalkDir(corpus, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".json" {
			return err
		}
		rel, err := filepath.Rel(corpus, path)
		if err != nil {
			return err
		}
		publisher, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
		all = append(all, file{publisher, path})
		return nil
	})
	return all, err
}
