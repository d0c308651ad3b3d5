package codehost

import (
	"crypto/sha1"
	"encoding/hex"
	"html/template"
	"path"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// A File is in a repository.
type File struct {
	Path    string
	Content []byte
}

func (f *File) sha() string {
	sum := sha1.Sum(f.Content)
	return hex.EncodeToString(sum[:])
}

// Contents is a file, or the files of a directory.
type Contents struct {
	File    *File
	Entries []File
}

var (
	filePath = prop.String("path").MaxLen(400)
	sha      = prop.String("sha").Pattern("^[0-9a-f]{40}$")
	message  = prop.String("message").MinLen(1).MaxLen(1000)
	content  = prop.Bytes("content").MaxBytes(1 << 20)
)

func entry(f *File) collection.Fields {
	return collection.Fields{
		collection.Fixed(prop.Const("type", "file")),
		collection.Computed(prop.String("name"), func(f *File) string { return path.Base(f.Path) }),
		filePath.At(&f.Path),
		collection.Computed(sha, (*File).sha),
		collection.Computed(prop.Int("size"), func(f *File) int { return len(f.Content) }),
	}
}

var (
	entries = collection.Of("ContentEntry", entry)
	files   = collection.Of("ContentFile", func(f *File) collection.Fields {
		return append(entry(f), collection.Fixed(prop.Const("encoding", "base64")), content.At(&f.Content))
	})
	found = collection.OneOf("Content",
		collection.Case(files, func(f File) Contents { return Contents{File: &f} }, func(c Contents) (f File, ok bool) {
			if ok = c.File != nil; ok {
				f = *c.File
			}
			return f, ok
		}),
		collection.Case(entries.Array("entries"), func(all []File) Contents { return Contents{Entries: all} },
			func(c Contents) ([]File, bool) { return c.Entries, c.File == nil }),
	)
)

// A Commit is what a change of a file makes.
type Commit struct {
	Content *File
	Commit  struct{ Message string }
}

var commits = collection.Of("FileCommit", func(c *Commit) collection.Fields {
	return collection.Fields{
		prop.Nullable(files.Object()).As("content").At(&c.Content),
		collection.Of("Commit", func(c *struct{ Message string }) collection.Fields {
			return collection.Fields{message.At(&c.Message)}
		}).Object().As("commit").At(&c.Commit),
	}
})

var (
	writes  = collection.New("FileChange", message, content, sha.Optional())
	deletes = collection.New("FileRemoval", message, sha)
)

// Stale is the problem of a change of another version of a file.
var Stale = render.NewProblem(409, "conflict", "The file does not match the sha.")

func (s *server) contentRoutes() route.Member {
	rawFile, page := route.NewResponse(200, route.Bytes(raw)), route.NewResponse(200, route.Bytes(html))
	return route.Group("/contents/{path...}",
		route.Get("", vendored(found.View())).
			ID("repos/get-content").Summary("Get a file or a directory").Public().
			Responses(rawFile, page).
			Handle(func(c *route.Call) (out Contents, _ error) {
				err := s.repo(c, func(r *Repo) error {
					name := filePath.Get(c)
					if f := r.files[name]; f != nil {
						out.File = f
						switch {
						case rawFile.Preferred(c):
							rawFile.Set(c, f.Content)
						case page.Preferred(c):
							page.Set(c, []byte("<pre>"+template.HTMLEscapeString(string(f.Content))+"</pre>\n"))
						}
						return nil
					}
					for _, f := range r.files {
						if strings.HasPrefix(f.Path, name+"/") {
							out.Entries = append(out.Entries, *f)
						}
					}
					slices.SortFunc(out.Entries, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
					if out.Entries == nil {
						return NotFound
					}
					return nil
				})
				return out, err
			}),
		route.Put("", writes.Create(), vendored(commits.View())).
			ID("repos/create-or-update-file-contents").Summary("Create or update a file").
			Also(201, "The file was created.").Fails(Stale).
			Handle(func(c *route.Call, in collection.Record) (out Commit, _ error) {
				err := s.repo(c, func(r *Repo) error {
					name := filePath.Get(c)
					given, _ := sha.Lookup(in)
					switch old := r.files[name]; {
					case old == nil:
						c.Status(201)
					case old.sha() != given:
						return Stale
					}
					out.Content, out.Commit.Message = &File{name, content.Get(in)}, message.Get(in)
					r.files[name], r.Updated = out.Content, s.clock()
					return nil
				})
				return out, err
			}),
		route.Method("DELETE", "", deletes.Create(), vendored(commits.View())).
			ID("repos/delete-file").Summary("Delete a file").Fails(Stale).
			Handle(func(c *route.Call, in collection.Record) (out Commit, _ error) {
				err := s.repo(c, func(r *Repo) error {
					old := r.files[filePath.Get(c)]
					switch {
					case old == nil:
						return NotFound
					case old.sha() != sha.Get(in):
						return Stale
					}
					delete(r.files, old.Path)
					out.Commit.Message, r.Updated = message.Get(in), s.clock()
					return nil
				})
				return out, err
			}),
	).Path(filePath)
}
