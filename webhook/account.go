package webhook

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// maxOwner is the maximum number of bytes of an owner that is stored as it is.
const maxOwner = 512

// account is the store of one caller.
type account struct {
	r         *resource
	owner     string
	audiences []string
	err       error // there is no owner
}

func (r *resource) account(c *route.Call) account {
	caller := c.Identity()
	a := account{r: r, owner: caller.Key()}
	if r.owner != nil {
		a.owner, a.err = r.owner(c.Context(), caller)
	}
	if len(a.owner) > maxOwner || !utf8.ValidString(a.owner) || strings.Contains(a.owner, "\x00") {
		sum := sha256.Sum256([]byte(a.owner)) // no index has the owner itself
		a.owner = "sha256:" + hex.EncodeToString(sum[:])
	}
	if r.audiences != nil {
		a.audiences = r.audiences(caller)
	}
	return a
}

// List implements [route.Lister].
func (a account) List(ctx context.Context, q paginate.Query) (out paginate.Result[Webhook], err error) {
	if a.err != nil {
		return out, a.err
	}
	all, err := a.r.sender.store.Owned(ctx, a.owner)
	if err != nil {
		return out, err
	}
	webhooks := make([]Webhook, len(all))
	for i := range all {
		webhooks[i] = webhookOf(&all[i])
	}
	return mempage.Select(q, a.r.webhooks, webhooks)
}

// find returns a subscription of the caller.
func (a account) find(ctx context.Context, id string) (Subscription, error) {
	if a.err != nil {
		return Subscription{}, a.err
	}
	s, err := a.r.sender.store.Find(ctx, id)
	if err == nil {
		err = a.owns(&s)
	}
	return s, problem(err)
}

// owns returns [ErrNotFound] for a subscription of another owner, which the caller must not
// learn of.
func (a account) owns(s *Subscription) error {
	if s.Owner != a.owner {
		return ErrNotFound
	}
	return nil
}

// problem returns the problem of an error of the store.
func problem(err error) error {
	switch {
	case errors.Is(err, ErrNotFound):
		return render.NotFound
	case errors.Is(err, ErrFull):
		return TooMany
	}
	return err
}

// View implements [route.Viewer].
func (a account) View(ctx context.Context, id string) (Webhook, error) {
	s, err := a.find(ctx, id)
	return webhookOf(&s), err
}

// create stores a new subscription, and returns it with its secret.
func (a account) create(ctx context.Context, w Webhook) (Webhook, error) {
	if a.err != nil {
		return w, a.err
	}
	if err := a.check(&w, &Subscription{}); err != nil {
		return w, err
	}
	now := a.r.sender.now().UTC().Truncate(time.Microsecond)
	secret := a.r.newSecret()
	s := Subscription{
		ID: newID(now), Owner: a.owner, Audiences: slices.Clone(a.audiences), CreatedAt: now, Keys: []Key{{Secret: secret}}, Revision: 1,
	}
	w.update(&s, now)
	if err := a.r.sender.store.Insert(ctx, s, a.r.max); err != nil {
		return w, problem(err)
	}
	return shown(&s), nil
}

// shown returns a subscription with its newest secret, or the public key of it.
func shown(s *Subscription) Webhook {
	w, secret := webhookOf(s), s.Keys[0].Secret
	if public := secret.Public(); !public.IsZero() {
		secret = public
	}
	w.Secret = secret.Reveal()
	return w
}

// check returns the violations of a webhook: of a URL to which webhooks cannot be sent, and of
// events that the caller may not receive. They are those of events that do not exist. What the
// subscription has already may stay.
func (a account) check(w *Webhook, has *Subscription) error {
	var all prop.Violations
	if w.URL != has.URL && a.r.sender.CheckURL(w.URL) != nil {
		all = append(all, prop.Violation{Code: codeURL, Detail: textURL, Pointer: "#/url"})
	}
	for i, name := range w.Events {
		if !slices.Contains(has.Events, name) && !a.mayReceive(name) {
			all = append(all, prop.Violation{Code: "event", Detail: "must be the name of an event that the caller may receive", Pointer: "#/events/" + strconv.Itoa(i)})
		}
	}
	return render.Invalid(all)
}

func (a account) mayReceive(name string) bool {
	for _, e := range a.r.events {
		n := event.Tree(e)
		if n.Name == name {
			return len(n.Audiences) == 0 || slices.ContainsFunc(n.Audiences, func(s string) bool { return slices.Contains(a.audiences, s) })
		}
	}
	return false
}

// Update implements [route.Updater].
func (a account) Update(ctx context.Context, id string, p collection.Patch[Webhook]) (Webhook, error) {
	return a.change(ctx, id, func(s *Subscription) error {
		w := webhookOf(s)
		if err := p.Apply(&w); err != nil {
			return err
		}
		if err := a.check(&w, s); err != nil {
			return err
		}
		changed := w.update(s, a.r.sender.now().Truncate(time.Microsecond))
		if !changed && slices.Equal(s.Audiences, a.audiences) {
			return ErrUnchanged
		}
		s.Audiences = slices.Clone(a.audiences)
		return nil
	}, webhookOf)
}

func (a account) change(ctx context.Context, id string, change func(*Subscription) error, as func(*Subscription) Webhook) (Webhook, error) {
	if a.err != nil {
		return Webhook{}, a.err
	}
	s, err := a.r.sender.store.Change(ctx, id, func(s *Subscription) error {
		if err := a.owns(s); err != nil {
			return err
		}
		return change(s)
	})
	if err != nil {
		return Webhook{}, problem(err)
	}
	return as(&s), nil
}

// rotate adds a secret, and ends the others: now if they were revealed, or else after the overlap.
func (a account) rotate(ctx context.Context, id string, revealed bool) (Webhook, error) {
	now := a.r.sender.now().UTC().Truncate(time.Microsecond)
	return a.change(ctx, id, func(s *Subscription) error {
		keys := []Key{{Secret: a.r.newSecret()}}
		for _, k := range s.Keys {
			ends := now.Add(a.r.overlap)
			if !k.Until.IsZero() && k.Until.Before(ends) {
				ends = k.Until
			}
			if !revealed && ends.After(now) && len(keys) < maxKeys {
				keys = append(keys, Key{k.Secret, ends})
			}
		}
		s.Keys = keys
		return nil
	}, shown)
}

// Delete implements [route.ConditionalDeleter].
func (a account) Delete(ctx context.Context, id string, unchanged func(*Webhook) error) (Webhook, error) {
	if a.err != nil {
		return Webhook{}, a.err
	}
	s, err := a.r.sender.store.Delete(ctx, id, func(s *Subscription) error {
		if err := a.owns(s); err != nil {
			return err
		}
		w := webhookOf(s)
		return unchanged(&w)
	})
	if f, ok := a.r.deliveries.(Forgetter); ok && err == nil {
		_ = f.Forget(ctx, id)
	}
	return webhookOf(&s), problem(err)
}
