package main

import (
	"fmt"
	"slices"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// Tags are names of manifests in a repository.
type Tags struct {
	Name string
	Tags []string
}

var (
	tag     = prop.String("tag").Pattern(`^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$`)
	tagList = collection.Of("TagList", func(l *Tags) collection.Fields {
		return collection.Fields{name.At(&l.Name), prop.Array(tag).As("tags").At(&l.Tags)}
	})
	most = prop.Int("n").Min(0).Optional()
	last = tag.As("last").Optional()
	next = prop.String("Link").Optional()
)

// tags has the list of tags. A page ends before the tags behind the last one of the page before.
func (s *registry) tags() route.Member {
	return scoped(s, route.Get("/tags/list", tagList.View()).
		ID("listTags").Summary("List the tags of a repository").Tag("tags").
		Query(most, last).
		ResponseHeader(next).Fails(nameUnknown).
		Handle(func(c *route.Call) (list Tags, err error) {
			list.Name = name.Get(c)
			if list.Tags, err = s.store.tags(list.Name); err == nil && len(list.Tags) == 0 {
				err = s.store.exists(list.Name)
			}
			if after, asked := last.Lookup(c); asked {
				at, found := slices.BinarySearch(list.Tags, after)
				if found {
					at++
				}
				list.Tags = list.Tags[at:]
			}
			if n, asked := most.Lookup(c); asked && n < len(list.Tags) {
				list.Tags = list.Tags[:n]
				if n > 0 {
					next.Set(c, fmt.Sprintf(`</v2/%s/tags/list?n=%d&last=%s>; rel="next"`, list.Name, n, list.Tags[n-1]))
				}
			}
			return list, err
		}), pull)
}

// An Index has descriptors of manifests.
type Index struct{ Manifests []Descriptor }

var (
	indexes = collection.Of("ImageIndex", func(i *Index) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("schemaVersion", 2)), collection.Fixed(prop.Const("mediaType", indexType)),
			descriptors.As("manifests").At(&i.Manifests),
		}
	})
	ofType   = prop.String("artifactType").MaxLen(255).Optional()
	filtered = prop.String("OCI-Filters-Applied").Optional()
)

// referrers has the list of the manifests whose subject is another one, such as its signatures.
func (s *registry) referrers() route.Member {
	return scoped(s, route.Get("/referrers/{digest}", route.JSON(indexes.View(), indexType)).
		ID("listReferrers").Summary("List the manifests that refer to another one").Tag("manifests").
		Path(digest).Query(ofType).
		ResponseHeader(filtered).
		Handle(func(c *route.Call) (index Index, err error) {
			index.Manifests, err = s.store.referrers(name.Get(c), digest.Get(c))
			if t, asked := ofType.Lookup(c); asked {
				filtered.Set(c, "artifactType")
				index.Manifests = slices.DeleteFunc(index.Manifests, func(d Descriptor) bool { return d.ArtifactType == nil || *d.ArtifactType != t })
			}
			return index, err
		}), pull)
}
