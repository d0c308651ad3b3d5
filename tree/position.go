package tree

import (
	"os"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
)

// A capture has the deepest chain of library calls between a user's call and [Here], plus one. In
// most declarations, the user's call is among the near frames.
const (
	near = 5
	far  = 11
)

// Position is the position of a declaration in the user's source. It records program counters, and
// resolves them when it is read: recording takes a few hundred nanoseconds. It is one word, because
// declarations are copied often.
type Position struct{ frames *frames }

// frames are the calls in progress, the innermost first.
type frames struct {
	near [near]uintptr
	far  *[far]uintptr // nil if a near frame is the user's, or there are no more
}

// Here records the position of the user's call in progress: the first frame outside of the packages
// in which declarations are made. It does not count frames, which a new helper function would
// silently break.
func Here() Position {
	f := new(frames)
	if runtime.Callers(2, f.near[:]) == near {
		last := f.near[near-1] - 1
		if file, _ := runtime.FuncForPC(last).FileLine(last); declaring(file) {
			f.far = new([far]uintptr)
			runtime.Callers(2+near, f.far[:])
		}
	}
	return Position{f}
}

// Panicked records the position of a panic. It must be called by a deferred function.
func Panicked() Position {
	var all [2 * (near + far)]uintptr
	pcs := all[:runtime.Callers(2, all[:])]
	panicked := false
	for i, pc := range pcs {
		name := runtime.FuncForPC(pc).Name()
		if panicked = panicked || name == "runtime.gopanic"; panicked && !strings.HasPrefix(name, "runtime.") {
			pcs = pcs[i:]
			break
		}
	}
	f := &frames{far: new([far]uintptr)}
	copy(f.far[:], pcs[copy(f.near[:], pcs):])
	return Position{f}
}

// all returns the frames as [runtime.Callers] does.
func (f *frames) all() []uintptr {
	all := f.near[:]
	if f.far != nil {
		all = slices.Concat(all, f.far[:])
	}
	if end := slices.Index(all, 0); end >= 0 {
		all = all[:end]
	}
	return all
}

// Known reports whether p is a recorded position.
func (p Position) Known() bool { return p.frames != nil }

// FileLine returns the full file name and the line of the first frame outside of the declaring
// packages. Both are zero if p is not a recorded position, and for declarations of the library
// itself.
func (p Position) FileLine() (file string, line int) {
	if !p.Known() {
		return "", 0
	}
	frames := runtime.CallersFrames(p.frames.all())
	for {
		f, more := frames.Next()
		if !declaring(f.File) {
			if strings.HasPrefix(f.Function, "runtime.") {
				return "", 0
			}
			return f.File, f.Line
		}
		if !more {
			return "", 0
		}
	}
}

// String formats p as books/routes.go:12; see [ShortName].
func (p Position) String() string {
	file, line := p.FileLine()
	if file == "" {
		return "unknown position"
	}
	return ShortName(file) + ":" + strconv.Itoa(line)
}

// ShortName returns the name of a file as the go command prints it: relative to the directory in
// which the program was started if that is shorter, or else the full name. The names of a
// program that was built with -trimpath begin with the path of its module, which Short
// removes.
func ShortName(file string) string {
	if name, err := filepath.Rel(started, filepath.FromSlash(file)); err == nil && len(name) < len(file) {
		return filepath.ToSlash(name)
	}
	if rest, ok := strings.CutPrefix(file, module); ok && module != "" {
		if _, name, ok := strings.Cut(rest, "/"); ok && (rest[0] == '/' || rest[0] == '@') { // with a version, for go install
			return name
		}
	}
	return file
}

// started is the directory in which the program was started, and module the path of the main
// module; "" if unknown.
var started, module = startedIn(), mainModule()

func startedIn() string {
	dir, err := os.Getwd()
	if err != nil {
		return "" // to which no full name is relative
	}
	return dir
}

func mainModule() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Path
	}
	return ""
}

// Same reports whether p and q are the same source position.
func (p Position) Same(q Position) bool {
	if p.frames == q.frames || p.Known() && q.Known() && slices.Equal(p.frames.all(), q.frames.all()) {
		return true
	}
	pf, pl := p.FileLine()
	qf, ql := q.FileLine()
	return pf == qf && pl == ql
}

// root is the directory of the module in file names of the compiler.
var root = folder()

func folder() string {
	_, file, _, _ := runtime.Caller(0)
	return strings.TrimSuffix(file, "tree/position.go")
}

// declaring reports whether a file is of a declaring package. Tests in those packages, and internal
// packages that declare APIs for tests, are users. The file decides, not the name of the
// function: a closure that is inlined into a user's function has the name of that function.
func declaring(file string) bool {
	rest, ok := strings.CutPrefix(file, root)
	if !ok || strings.HasSuffix(rest, "_test.go") {
		return false
	}
	switch dir := path.Dir(rest); dir {
	case ".", "prop", "collection", "route", "paginate", "authn", "authz", "throttle",
		"l10n", "render", "paginate/sqlpage", "paginate/mempage", "authn/jwks", "idempotency", "idempotency/sqlstore", "cors", "cache", "meta", "event",
		"webhook", "webhook/sqlstore", "event/outbox", "tree":
		return true
	default:
		internal, ok := strings.CutPrefix(dir, "internal/")
		return ok && !strings.HasPrefix(internal, "everything") && !strings.HasPrefix(internal, "acceptance")
	}
}
