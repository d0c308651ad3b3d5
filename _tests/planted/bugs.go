package planted

import (
	"slices"
	"sync"
	"time"

	"github.com/sethvargo/go-limiter"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/throttle"
)

// house are two callers who share a shelf; cat sees less.
var house = []apitest.Option{apitest.As("ann", apitest.Bearer("house/ann")), apitest.As("cat", apitest.Bearer("house/cat"))}

// bug is an API with one bug.
type bug struct {
	name    string
	app     func() *tenon.App
	callers []apitest.Option // of the house; nil: callers
}

// inStore is a bug of a store.
func inStore(name string, wrong func(*shelf) store) bug {
	return bug{name: name, app: func() *tenon.App {
		s := right()
		s.store = wrong(newShelf())
		return s.app()
	}}
}

// inKeys is a bug of a store of idempotency keys.
func inKeys(name string, wrong func(idempotency.Store) idempotency.Store) bug {
	return bug{name: name, app: func() *tenon.App {
		s := right()
		s.keys = wrong(s.keys)
		return s.app()
	}}
}

// inTokens is a bug of a function that authenticates.
func inTokens(name string, wrong func(token string) (authn.Identity, error)) bug {
	return bug{name: name, app: func() *tenon.App {
		s := right()
		s.authenticate = wrong
		return s.app()
	}}
}

// inLimit is a bug of a rate limit.
func inLimit(name string, wrong func(throttle.Policy) throttle.Policy) bug {
	return bug{name: name, app: func() *tenon.App {
		s := right()
		s.limit = wrong(s.limit)
		return s.app()
	}}
}

// inLimitStore is a bug of the store of a rate limit.
func inLimitStore(name string, wrong func(limiter.Store) limiter.Store) bug {
	return inLimit(name, func(p throttle.Policy) throttle.Policy {
		return p.Store(func(tokens uint64, window time.Duration) (limiter.Store, error) {
			s, err := throttle.Memory(tokens, window)
			return wrong(s), err
		})
	})
}

// inMiddleware is a bug of a middleware.
func inMiddleware(name string, wrong func(tenon.API) tenon.API) bug {
	return bug{name: name, app: func() *tenon.App {
		s := right()
		s.edit = wrong
		return s.app()
	}}
}

// inVersion is a bug of the versions of books.
func inVersion(name string, wrong func(*Book, collection.Version) collection.Version) bug {
	return bug{name: name, app: func() *tenon.App {
		s := right()
		s.books = books.Versioned(func(b *Book) collection.Version { return wrong(b, version(b)) })
		return s.app()
	}}
}

// bugs are all of them.
func bugs() []bug {
	return slices.Concat(storeBugs(), listBugs(), writeBugs(), responseBugs(), protocolBugs())
}

// storeBugs are bugs of the store, of its keys, of tokens and of the limit.
func storeBugs() []bug {
	return []bug{
		inStore("lost patch", func(s *shelf) store { return lostPatch{s} }),
		inStore("reset neighbor", func(s *shelf) store { return resetNeighbor{s} }),
		inStore("same tag", func(s *shelf) store { return sameTag{s} }),
		inStore("lost replacement", func(s *shelf) store { return lostReplacement{s} }),
		inStore("no delete", func(s *shelf) store { return noDelete{s} }),
		inStore("stale view", func(s *shelf) store { return staleView{s, new(sync.Map)} }),
		inStore("dropped member", func(s *shelf) store { return droppedMember{s} }),
		inStore("answered, not stored", func(s *shelf) store { return answeredNotStored{s} }),
		inStore("skipped row", func(s *shelf) store { return skippedRow{s} }),
		inStore("lists deleted", func(s *shelf) store { return listsDeleted{s, new([]Book)} }),
		inStore("null ignored", func(s *shelf) store { return nullIgnored{s} }),
		inStore("replacement merges", func(s *shelf) store { return replacementMerges{s} }),
		inStore("appended tags", func(s *shelf) store { return appendedTags{s} }),
		inStore("half size", func(s *shelf) store { return halfSize{s} }),
		inStore("filter ignored", func(s *shelf) store { return filterIgnored{s} }),
		inStore("off by one", func(s *shelf) store { return offByOne{s} }),
		inStore("case folded", func(s *shelf) store { return caseFolded{s} }),
		inStore("sorted as text", func(s *shelf) store { return sortedAsText{s} }),
		inStore("other state in list", func(s *shelf) store { return otherStateInList{s} }),
		inStore("unconditional delete", func(s *shelf) store { return unconditionalDelete{s} }),
		inStore("checked outside", func(s *shelf) store { return checkedOutside{s} }),
		inStore("changed before check", func(s *shelf) store { return changedBeforeCheck{s} }),
		inStore("rejected, but stored", func(s *shelf) store { return rejectedButStored{s} }),
		inStore("view counts", func(s *shelf) store { return viewCounts{s} }),
		inStore("small integer", func(s *shelf) store { return smallInteger{s} }),
		inStore("trimmed title", func(s *shelf) store { return trimmedTitle{s} }),
		inStore("zero is absent", func(s *shelf) store { return zeroIsAbsent{s} }),
		inStore("empty is null", func(s *shelf) store { return emptyIsNull{s} }),
		inStore("sorted tags", func(s *shelf) store { return sortedTags{s} }),
		inStore("truncated text", func(s *shelf) store { return truncatedText{s} }),
		inStore("panics", func(s *shelf) store { return panics{s} }),
		inStore("undeclared problem", func(s *shelf) store { return undeclaredProblem{s} }),
		inStore("shared memory", func(s *shelf) store { return sharedMemory{s} }),
		inStore("deletes neighbor", func(s *shelf) store { return deletesNeighbor{s} }),
		inStore("views of others", func(s *shelf) store { return viewsOfOthers{s} }),
		inStore("lists of others", func(s *shelf) store { return listsOfOthers{s} }),
		inStore("changes of others", func(s *shelf) store { return changesOfOthers{s} }),
		inStore("deletes of others", func(s *shelf) store { return deletesOfOthers{s} }),
		inStore("page lost", func(s *shelf) store { return pageLost{s} }),
		inKeys("keys forgotten", func(s idempotency.Store) idempotency.Store { return keysForgotten{s} }),
		inKeys("keys collide", func(s idempotency.Store) idempotency.Store { return keysCollide{s} }),
		inKeys("any request", func(s idempotency.Store) idempotency.Store { return anyRequest{s} }),
		inKeys("empty replay", func(s idempotency.Store) idempotency.Store { return emptyReplay{s} }),
		inKeys("looks first", func(s idempotency.Store) idempotency.Store { return looksFirst{s, new(sync.Map)} }),
		inTokens("shared by all", sharedByAll),
		inTokens("last caller", func() func(string) (authn.Identity, error) { return new(lastCaller).authenticate }()),
		inTokens("any token", anyToken),
		inTokens("broken verifier", brokenVerifier),
		inLimit("limit by connection", limitByConnection),
		inLimit("limit ignored", limitIgnored),
		inLimitStore("limit of all", func(s limiter.Store) limiter.Store { return limitOfAll{s} }),
		inLimitStore("limit counts twice", func(s limiter.Store) limiter.Store { return limitCountsTwice{s} }),
		inLimitStore("limit shortened", func(s limiter.Store) limiter.Store { return limitShortened{s} }),
		inMiddleware("limit without headers", limitWithoutHeaders),
		inMiddleware("limit without Retry-After", limitWithoutRetry),
	}
}
