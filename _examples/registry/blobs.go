package main

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/route"
)

// octets is the media type of blobs.
const octets = "application/octet-stream"

// blobs has the operations on content that manifests reference, such as layers.
func (s *registry) blobs() route.Member {
	return route.Group("/blobs/{digest}",
		scoped(s, route.Get("", route.Download(octets)).
			ID("getBlob").Summary("Get a blob, or a part of it").InvalidPathNotFound().
			ResponseHeader(content).
			Handle(func(c *route.Call) (file route.File, err error) {
				file.ETag = `"` + digest.Get(c) + `"`
				content.Set(c, digest.Get(c))
				file.Content, err = s.store.blob(name.Get(c), digest.Get(c))
				return file, err
			}), pull),
		scoped(s, route.Delete("", collection.NoContent()).Status(202).
			ID("deleteBlob").Summary("Delete a blob").
			Handle(func(c *route.Call) (none collection.Empty, err error) {
				return none, found(s.store.Remove(in(name.Get(c), "blobs", digest.Get(c))), blobUnknown)
			}), remove),
	).Path(digest).Fails(blobUnknown).Tag("blobs")
}
