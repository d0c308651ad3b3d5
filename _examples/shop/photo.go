package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// Photo is a picture of a product.
type Photo struct {
	MediaType string
	Content   []byte
	ETag      string // of the file
	Changed   time.Time
}

// NoSuchPhoto is the problem of a product without a photo.
var NoSuchPhoto = render.NewProblem(404, "no_such_photo", "No such photo.").
	Describe("The product has no photo, or the product does not exist.")

// maxPhoto is the maximum size of a photo in bytes.
const maxPhoto = 4 << 20

// The form of an upload.
var (
	picture = prop.File("photo").MediaTypes("image/png", "image/jpeg").MinBytes(1).MaxBytes(maxPhoto)
	upload  = collection.New("PhotoUpload", picture).Describe("The form that uploads a photo.")
)

// photoRoutes declares the operations of the photo of a product.
func photoRoutes(store *Store) route.RouteGroup {
	put := route.Put("/photo", route.Multipart(upload.Create()), collection.NoContent()).
		ID("putPhoto").Summary("Set the photo of a product").
		Returns("The photo is stored.").
		Fails(NoSuchProduct).
		Scopes(writeProducts).
		Limits(route.Limits{Body: maxPhoto + 64<<10}). // the rest of the form
		Handle(func(c *route.Call, in collection.Record) (none collection.Empty, err error) {
			file := picture.Get(in)
			f, err := file.Open()
			if err != nil {
				return none, err
			}
			defer f.Close()
			content, err := io.ReadAll(f)
			if err != nil {
				return none, err
			}
			return none, store.SetPhoto(c.Context(), id.Get(c), file.MediaType(), content)
		})

	show := route.Get("/photo", route.Download("image/png", "image/jpeg")).
		ID("showPhoto").Summary("Show the photo of a product").
		Returns("The photo.").
		Fails(NoSuchPhoto).
		Public().
		Handle(func(c *route.Call) (route.File, error) {
			c.Header().Set("Cross-Origin-Resource-Policy", "cross-origin") // other sites may show it
			p, err := store.Photo(c.Context(), id.Get(c))
			f := route.FileOf(p.Content)
			f.MediaType, f.ETag, f.ModTime = p.MediaType, p.ETag, p.Changed
			return f, err
		})

	return route.Group("/products/{id}", put, show).Path(id).Tag("products")
}

// SetPhoto stores the photo of a product, or fails with NoSuchProduct.
func (s *Store) SetPhoto(ctx context.Context, id, mediaType string, content []byte) error {
	sum := sha256.Sum256(content)
	res, err := s.db.ExecContext(ctx, `
		INSERT INTO photos (product_id, media_type, etag, content, changed_at)
		SELECT id, $2, $3, $4, $5 FROM products WHERE id = $1`+s.dialect.forUpdate+`
		ON CONFLICT (product_id) DO UPDATE SET (media_type, etag, content, changed_at) =
			(excluded.media_type, excluded.etag, excluded.content, excluded.changed_at)`,
		id, mediaType, fmt.Sprintf(`"%x"`, sum[:16]), content, micros(now()))
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		err = NoSuchProduct
	}
	return err
}

// Photo returns the photo of a product, or NoSuchPhoto.
func (s *Store) Photo(ctx context.Context, id string) (p Photo, err error) {
	var changed int64
	err = s.db.QueryRowContext(ctx, `SELECT media_type, content, etag, changed_at FROM photos WHERE product_id = $1`, id).
		Scan(&p.MediaType, &p.Content, &p.ETag, &changed)
	if errors.Is(err, sql.ErrNoRows) {
		return p, NoSuchPhoto.Cause(err)
	}
	p.Changed = time.UnixMicro(changed).UTC()
	return p, err
}
