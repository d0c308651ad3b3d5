package chat

import (
	"io"
	"slices"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A File is what a client has uploaded.
type File struct {
	ID, Name, Purpose string
	Created           time.Time

	content []byte
}

var (
	fileID  = prop.String("id").MaxLen(64)
	purpose = prop.Enum("purpose", "assistants", "batch", "vision")
	upload  = prop.File("file").MaxBytes(1 << 20)
	uploads = collection.New("FileUpload", upload, purpose)
)

var files = collection.Of("File", func(f *File) collection.Fields {
	return collection.Fields{
		fileID.At(&f.ID).Key(),
		object("file"),
		collection.Computed(prop.Int("bytes"), func(f *File) int { return len(f.content) }),
		created.As("created_at").At(&f.Created),
		prop.String("filename").At(&f.Name),
		purpose.At(&f.Purpose),
	}
})

var goneFiles = deleted("FileDeleted", "file", func(f *File) collection.Field { return fileID.At(&f.ID) })

func (s *server) files() route.Member {
	byID := fileID.As("file_id")
	return route.Group("/files",
		route.Post("", route.Multipart(uploads.Create()), files.View()).Status(200).
			ID("createFile").Summary("Upload a file").
			Limits(route.Limits{Body: 2 << 20}).
			Handle(func(_ *route.Call, in collection.Record) (File, error) {
				u := upload.Get(in)
				r, err := u.Open()
				if err != nil {
					return File{}, err
				}
				defer r.Close()
				content, err := io.ReadAll(r)
				if err != nil {
					return File{}, err
				}
				s.mu.Lock()
				defer s.mu.Unlock()
				f := File{s.next("file-"), u.Name(), purpose.Get(in), s.clock(), content}
				s.kept = append(s.kept, f)
				return f, nil
			}),
		route.List("", files.List(), pages(fileID)).
			ID("listFiles").Summary("List files").Renderer(listed).
			Filters(paginate.Equal(purpose)).
			Handle(func(_ *route.Call, q paginate.Query) (paginate.Result[File], error) {
				s.mu.Lock()
				defer s.mu.Unlock()
				return mempage.Select(q, files, s.kept)
			}),
		route.Group("/{file_id}",
			route.Get("", files.View()).
				ID("retrieveFile").Summary("Get a file").
				Handle(func(c *route.Call) (File, error) { return s.file(byID.Get(c)) }),
			route.Get("/content", route.Bytes("application/octet-stream")).
				ID("downloadFile").Summary("Get the content of a file").
				Handle(func(c *route.Call) ([]byte, error) {
					f, err := s.file(byID.Get(c))
					return f.content, err
				}),
			route.Delete("", goneFiles.View()).
				ID("deleteFile").Summary("Delete a file").
				Handle(func(c *route.Call) (File, error) {
					f, err := s.file(byID.Get(c))
					s.mu.Lock()
					defer s.mu.Unlock()
					s.kept = slices.DeleteFunc(s.kept, func(other File) bool { return other.ID == f.ID })
					return f, err
				}),
		).Path(byID).Fails(NotFound),
	).Tag("Files")
}

// file returns the file that has an ID.
func (s *server) file(id string) (File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.kept, func(f File) bool { return f.ID == id }); i >= 0 {
		return s.kept[i], nil
	}
	return File{}, NotFound
}
