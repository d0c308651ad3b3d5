package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// blobSize is how large a request with content of a blob may be.
const blobSize = 10 << 30

var (
	uploadID = prop.String("upload").Pattern("^[a-z2-7]{26}$")
	uploaded = prop.String("Range").Pattern("^0-[0-9]+$")
	chunk    = prop.String("Content-Range").Pattern("^[0-9]{1,18}-[0-9]{1,18}$").Optional()
	complete = digest.Optional()
	mounted  = digest.As("mount").Optional()
	from     = name.As("from").Optional()
)

// uploads has the operations that add blobs: in one request, in chunks, or from another repository.
func (s *registry) uploads() route.Member {
	body := route.Stream(octets, "*/*")
	one := route.Group("/{upload}",
		scoped(s, route.Get("", collection.NoContent()).
			ID("getUpload").Summary("Get how much of an upload has arrived").
			ResponseHeader(location, uploaded).
			Handle(func(c *route.Call) (none collection.Empty, err error) {
				size, err := s.store.size(name.Get(c), uploadID.Get(c))
				return none, continues(c, uploadID.Get(c), size, err)
			}), pull),
		scoped(s, route.Patch("", body, collection.NoContent()).Status(202).
			ID("continueUpload").Summary("Add a chunk to an upload").
			Header(chunk).ResponseHeader(location, uploaded).Fails(uploadInvalid).
			Handle(func(c *route.Call, in io.Reader) (none collection.Empty, err error) {
				size, err := s.store.add(name.Get(c), uploadID.Get(c), offset(c), in)
				return none, continues(c, uploadID.Get(c), size, err)
			}), push),
		scoped(s, route.Put("", body, collection.NoContent()).Status(201).
			ID("finishUpload").Summary("Finish an upload, with its last chunk or without").
			Query(digest).Header(chunk).ResponseHeader(location, content).Fails(uploadInvalid, digestInvalid).
			Handle(func(c *route.Call, in io.Reader) (none collection.Empty, err error) {
				if _, err := s.store.add(name.Get(c), uploadID.Get(c), offset(c), in); err != nil {
					return none, err
				}
				return none, ends(c, digest.Get(c), s.store.finish(name.Get(c), uploadID.Get(c), digest.Get(c)))
			}), push),
		scoped(s, route.Delete("", collection.NoContent()).
			ID("cancelUpload").Summary("Cancel an upload").
			Handle(func(c *route.Call) (none collection.Empty, err error) {
				return none, found(s.store.Remove(in(name.Get(c), "uploads", uploadID.Get(c))), uploadUnknown)
			}), push),
	).Path(uploadID).Fails(uploadUnknown)
	return route.Group("/blobs/uploads",
		scoped(s, route.Post("/", body, collection.NoContent()).Status(202).Also(201, "The blob is there.").
			ID("startUpload").Summary("Start an upload, upload a blob at once, or mount it from another repository").
			Query(complete, mounted, from).
			ResponseHeader(location, content.Optional(), uploaded.Optional()).Fails(digestInvalid).
			Handle(s.start), push),
		one,
	).Limits(route.Limits{Body: blobSize}).Tag("uploads")
}

// start starts an upload, unless the blob is there afterwards.
func (s *registry) start(c *route.Call, in io.Reader) (none collection.Empty, err error) {
	repository := name.Get(c)
	if other, named := from.Lookup(c); named && s.mayPull(c, other) {
		if d, asked := mounted.Lookup(c); asked && s.store.mount(repository, other, d) == nil {
			return none, ends(c, d, nil)
		}
	}
	id, err := s.store.start(repository)
	d, whole := complete.Lookup(c)
	if err != nil || !whole {
		return none, continues(c, id, 0, err)
	}
	if _, err := s.store.add(repository, id, 0, in); err != nil {
		return none, err
	}
	return none, ends(c, d, s.store.finish(repository, id, d))
}

// mayPull reports whether the caller may read another repository.
func (s *registry) mayPull(c *route.Call, repository string) bool {
	return s.tokens == nil || c.Identity().Has(strings.Replace(pull, "{name}", repository, 1))
}

// ends sets the headers of a blob that is there.
func ends(c *route.Call, d string, err error) error {
	c.Status(201)
	content.Set(c, d)
	location.Set(c, fmt.Sprintf("/v2/%s/blobs/%s", name.Get(c), d))
	return err
}

// continues sets the headers of an upload.
func continues(c *route.Call, id string, size int64, err error) error {
	uploaded.Set(c, "0-"+strconv.FormatInt(max(size-1, 0), 10))
	location.Set(c, fmt.Sprintf("/v2/%s/blobs/uploads/%s", name.Get(c), id))
	return err
}

// offset returns where a chunk begins; -1 if the request does not say it.
func offset(c *route.Call) int64 {
	first, _, said := strings.Cut(chunk.Get(c), "-")
	n, _ := strconv.ParseInt(first, 10, 64) // the pattern admits nothing else
	if !said {
		return -1
	}
	return n
}
