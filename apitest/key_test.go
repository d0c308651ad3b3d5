package apitest_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

type label struct{ Name string }

var (
	labelName = prop.Enum("name", "red", "green", "blue")
	labels    = collection.Of("Label", func(l *label) collection.Fields {
		return collection.Fields{labelName.At(&l.Name).Key()}
	})
	labelTaken = render.NewProblem(409, "label_taken", "Another label has the name.")
)

// labelStore has labels, which may be renamed.
type labelStore struct {
	mu        sync.Mutex
	names     map[string]bool
	overwrite bool // when a label is renamed
}

func (s *labelStore) Create(_ context.Context, l label) (label, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.names[l.Name] {
		return l, labelTaken
	}
	s.names[l.Name] = true
	return l, nil
}

func (s *labelStore) View(_ context.Context, name string) (label, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.names[name] {
		return label{}, render.NotFound
	}
	return label{name}, nil
}

func (s *labelStore) Update(_ context.Context, name string, p collection.Patch[label]) (label, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := label{name}
	if !s.names[name] {
		return l, render.NotFound
	}
	if err := p.Apply(&l); err != nil {
		return l, err
	}
	if l.Name != name && s.names[l.Name] && !s.overwrite {
		return l, labelTaken
	}
	delete(s.names, name)
	s.names[l.Name] = true
	return l, nil
}

// An entity may move, but not to where another one is.
func TestHistoriesFollowKeys(t *testing.T) {
	for _, overwrite := range []bool{false, true} {
		build := func() http.Handler {
			s := &labelStore{names: map[string]bool{}, overwrite: overwrite}
			return tenon.New("Labels", "1.0.0").Logger(quiet).Add(route.Resource("/labels", labels, labelName, s).Conflict(labelTaken)).MustBuild()
		}
		var r recorder
		apitest.Histories(&r, build().(*tenon.App), apitest.Volatile(labelName), apitest.Seed(1), apitest.Runs(40), apitest.Fresh(build))
		if got := strings.Join(r.failures, "\n"); overwrite != strings.Contains(got, "a key is of one entity\n") || !overwrite && got != "" {
			t.Errorf("a label that is renamed replaces another: %v; found %q", overwrite, r.failures)
		}
	}
}
