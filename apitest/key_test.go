package apitest_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
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

type volume struct{ Name, Title string }

// volumes are numbered behind a long name.
type volumes struct {
	mu    sync.Mutex
	all   []volume
	count int
}

func (s *volumes) Create(_ context.Context, v volume) (volume, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count++
	v.Name = fmt.Sprintf("%s%d", strings.Repeat("volume-", 40), s.count)
	s.all = append(s.all, v)
	return v, nil
}

func (s *volumes) List(_ context.Context, q paginate.Query) (paginate.Result[volume], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return mempage.Select(q, volumeLabels, slices.Clone(s.all))
}

func (s *volumes) View(_ context.Context, name string) (volume, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range s.all {
		if v.Name == name {
			return v, nil
		}
	}
	return volume{}, render.NotFound
}

var (
	volumeName   = prop.String("name").MaxLen(400).ReadOnly()
	volumeLabels = collection.Of("Volume", func(v *volume) collection.Fields {
		return collection.Fields{volumeName.At(&v.Name).Key(), prop.String("title").MaxLen(9).At(&v.Title)}
	})
)

// Keys are compared as a whole, although reports shorten them.
func TestHistoriesCompareLongKeys(t *testing.T) {
	build := func() http.Handler {
		return tenon.New("Volumes", "1.0.0").Logger(quiet).Add(route.Resource("/volumes", volumeLabels, volumeName, new(volumes)).
			Paginate(paginate.ByPage())).MustBuild()
	}
	var r recorder
	apitest.Histories(&r, build().(*tenon.App), apitest.Seed(1), apitest.Runs(20), apitest.Fresh(build))
	if len(r.failures) > 0 {
		t.Errorf("keys that differ at their end: %q", r.failures)
	}
}
