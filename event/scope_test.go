package event_test

import (
	"context"
	"errors"
	"testing"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/internal/emit"
	"github.com/tenon-go/tenon/tree"
)

func TestOnlyDeclaredEventsAreEmitted(t *testing.T) {
	declared := event.New("ware.created", wares.View())
	scope := emit.NewScope(&tree.Operation{Method: "POST", Path: "/wares"}, []*tree.Event{event.Tree(declared)})
	within := emit.NewContext(t.Context(), scope)
	bad := aWare()
	bad.Name = ""
	for _, c := range []struct {
		name       string
		ctx        context.Context
		m          event.Message
		ok, undecl bool
	}{
		{"declared", within, declared.Of(aWare()), true, false},
		{"made from it", within, declared.Describe("x").Of(aWare()), true, false},
		{"by hand", within, event.Message{Type: "ware.created"}, true, false},
		{"another", within, event.New("ware.removed", wares.View()).Of(aWare()), false, true},
		{"another of its name", within, event.New("ware.created", wares.View()).Of(aWare()), false, true},
		{"no request", t.Context(), event.New("ware.removed", wares.View()).Of(aWare()), true, false},
		{"an error of the message", within, declared.Of(bad), false, false},
		{"an error of the message without a request", t.Context(), declared.Of(bad), false, false},
	} {
		err := event.Declared(c.ctx, c.m)
		if (err == nil) != c.ok || errors.Is(err, event.ErrUndeclared) != c.undecl {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestEmittedEventsAreCounted(t *testing.T) {
	scope := emit.NewScope(new(tree.Operation), []*tree.Event{event.Tree(created)})
	ctx := emit.NewContext(t.Context(), scope)
	bad := aWare()
	bad.Name = ""
	_ = event.Declared(ctx, created.Of(bad))
	if scope.Events()[0].Emitted() {
		t.Error("a message that cannot be emitted counts")
	}
	_ = event.Declared(ctx, created.Of(aWare()))
	if !scope.Events()[0].Emitted() {
		t.Error("it does not count")
	}
}

func TestMemoryKeepsMessages(t *testing.T) {
	var p event.Memory
	var _ event.Publisher = &p
	for _, key := range []string{"a", "b"} {
		all, err := p.Destinations(t.Context(), event.Message{})
		if err != nil || len(all) != 1 {
			t.Fatal(all, err)
		}
		if err := p.Publish(t.Context(), all[0], event.Message{Key: key}); err != nil {
			t.Fatal(err)
		}
	}
	if got := p.Messages(); len(got) != 2 || got[0].Key != "a" || got[1].Key != "b" {
		t.Error(got)
	}
}
