package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// watcher notices changes to the source of a program: its Go files and embedded files in modules of
// the developer, and their go.mod, go.sum and go.work.
//
// It watches directories, because editors replace files.
type watcher struct {
	dir, pkg string
	events   *fsnotify.Watcher
	dirs     map[string]bool // directories that have embedded files
	files    map[string]bool // embedded files
}

// settle is how long no file may change before a build: editors and formatters write several times.
const settle = 100 * time.Millisecond

// watchFormat prints of a package its directory, that of its module, and each embedded file with the
// directory. Modules in the cache do not change.
const watchFormat = `{{if and .Dir .Module (not .Standard)}}{{with .Module}}` +
	`{{$local := .Main}}{{with .Replace}}{{$local = not .Version}}{{end}}` +
	`{{if $local}}{{printf "%q \"\"\n%q \"\"" $.Dir .Dir}}{{range $.EmbedFiles}}{{printf "\n%q %q" $.Dir .}}{{end}}{{end}}` +
	`{{end}}{{end}}`

func newWatcher(dir, pkg string) (*watcher, error) {
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return &watcher{dir: dir, pkg: pkg, events: events}, nil
}

func (w *watcher) close() { _ = w.events.Close() }

// update finds the source of the program as it is now. After an error, the directories of the last
// time are watched, and that of the package.
func (w *watcher) update(ctx context.Context) error {
	dirs, err := w.list(ctx)
	if err != nil {
		at := filepath.Join(w.dir, filepath.FromSlash(w.pkg))
		if _, statErr := os.Stat(at); statErr != nil {
			at = w.dir
		}
		dirs = []string{at}
	}
	for _, dir := range dirs {
		if addErr := w.events.Add(dir); addErr != nil {
			return fmt.Errorf("%s: %w", dir, addErr)
		}
	}
	return err
}

// list returns the directories to watch.
func (w *watcher) list(ctx context.Context) ([]string, error) {
	// With -e, a package that does not compile has its directory.
	out, err := goCommand(ctx, w.dir, "list", "-e", "-deps", "-f", watchFormat, "--", w.pkg)
	if err != nil {
		return nil, err
	}
	work, err := goCommand(ctx, w.dir, "env", "GOWORK")
	if err != nil {
		return nil, err
	}
	var dirs []string
	if name := strings.TrimSpace(string(work)); name != "" && name != "off" {
		dirs = append(dirs, filepath.Dir(name))
	}
	embedding, embedded := map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(string(out)) {
		var dir, name string
		if _, err := fmt.Sscanf(line, "%q %q\n", &dir, &name); err != nil {
			return nil, fmt.Errorf("go list printed %q: %w", line, err)
		}
		if name == "" {
			dirs = append(dirs, dir)
			continue
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		embedded[file] = true
		if in := filepath.Dir(file); in != dir {
			embedding[in] = true
			dirs = append(dirs, in)
		}
	}
	w.dirs, w.files = embedding, embedded
	return dirs, nil
}

// changed waits for a change and until no more follow; the channel yields once. It is closed without
// a value when the context is canceled.
func (w *watcher) changed(ctx context.Context) <-chan error {
	out := make(chan error, 1)
	go func() {
		defer close(out)
		var quiet <-chan time.Time
		for {
			select {
			case <-ctx.Done():
				return
			case err := <-w.events.Errors:
				out <- err
				return
			case e := <-w.events.Events:
				if w.concerns(e) {
					quiet = time.After(settle)
				}
			case <-quiet:
				out <- nil
				return
			}
		}
	}()
	return out
}

// concerns reports whether the program may be another one after an event.
func (w *watcher) concerns(e fsnotify.Event) bool {
	if e.Op == fsnotify.Chmod {
		return false
	}
	switch base := filepath.Base(e.Name); {
	case base == "go.mod", base == "go.sum", base == "go.work":
		return true
	case strings.HasPrefix(base, "."), strings.HasPrefix(base, "_"), strings.HasSuffix(base, "_test.go"):
		return w.files[e.Name]
	case filepath.Ext(base) == ".go":
		return true
	}
	return w.files[e.Name] || w.dirs[filepath.Dir(e.Name)]
}
