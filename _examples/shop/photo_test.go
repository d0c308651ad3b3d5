package main

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"testing"
)

// pictures returns one picture in both formats.
func pictures(t testing.TB) (asPNG, asJPEG string) {
	t.Helper()
	var p, j bytes.Buffer
	picture := image.NewGray(image.Rect(0, 0, 8, 8))
	if err := png.Encode(&p, picture); err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(&j, picture, nil); err != nil {
		t.Fatal(err)
	}
	return p.String(), j.String()
}

// form returns a form with one file and its media type.
func form(t testing.TB, name, mediaType, content string) (text, boundary string) {
	t.Helper()
	var b strings.Builder
	w := multipart.NewWriter(&b)
	part, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {fmt.Sprintf(`form-data; name=%q; filename="../../photo"`, name)},
		"Content-Type":        {mediaType},
	})
	if err == nil {
		_, err = part.Write([]byte(content))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), w.FormDataContentType()
}

func (c client) putPhoto(status int, path, name, mediaType, content string) answer {
	c.Helper()
	text, boundary := form(c, name, mediaType, content)
	return c.want(status, "PUT", path+"/photo", text, "Content-Type", boundary)
}

func TestPhotoIsReturnedUnchanged(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		made := data(t, c.want(201, "POST", "/v1/products", keyboard))
		id := made["id"].(string)
		asPNG, asJPEG := pictures(t)
		large := asPNG + strings.Repeat("\x00", maxPhoto-len(asPNG)) // larger than any buffer
		for _, photo := range []struct{ mediaType, content string }{
			{"image/png", asPNG}, {"image/jpeg", asJPEG}, {"image/png", large},
		} {
			equal(t, "", c.putPhoto(204, "/v1/products/"+strings.ToUpper(id), "photo", photo.mediaType, photo.content).text)
			a := c.want(200, "GET", "/v1/products/"+id+"/photo", "")
			equal(t, photo.mediaType, a.header.Get("Content-Type"))
			if a.text != photo.content {
				t.Errorf("%d bytes of %s were put, %d shown", len(photo.content), photo.mediaType, len(a.text))
			}
		}
	})
}

func TestPhotoRangesAndConditions(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		asPNG, asJPEG := pictures(t)
		c.putPhoto(204, first, "photo", "image/png", asPNG)
		path := first + "/photo"
		whole := c.want(200, "GET", path, "")
		etag, changed := whole.header.Get("ETag"), whole.header.Get("Last-Modified")

		head := c.want(200, "HEAD", path, "")
		equal(t, "", head.text)
		equal(t, int64(len(asPNG)), length(head))

		part := c.want(206, "GET", path, "", "Range", "bytes=1-3")
		equal(t, "PNG", part.text)
		equal(t, fmt.Sprintf("bytes 1-3/%d", len(asPNG)), part.header.Get("Content-Range"))
		beyond := c.want(416, "GET", path, "", "Range", "bytes=100000-")
		equal(t, "application/problem+json", beyond.header.Get("Content-Type"))

		equal(t, "", c.want(304, "GET", path, "", "If-None-Match", etag).text)
		equal(t, "", c.want(304, "GET", path, "", "If-Modified-Since", changed).text)
		c.want(206, "GET", path, "", "If-Range", etag, "Range", "bytes=0-0")
		c.want(406, "GET", path, "", "Accept", "text/html")

		c.putPhoto(204, first, "photo", "image/jpeg", asJPEG)
		c.want(200, "GET", path, "", "If-None-Match", etag)
		c.want(412, "GET", path, "", "If-Match", etag)
		equal(t, asJPEG, c.want(200, "GET", path, "", "If-Range", etag, "Range", "bytes=0-0").text)
	})
}

func TestPhotoIsDeletedWithItsProduct(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		asPNG, _ := pictures(t)
		none := `{"title":"No such photo.","status":404,"code":"no_such_photo"}`
		equal(t, none, c.want(404, "GET", first+"/photo", "").text)
		equal(t, none, c.want(404, "GET", absent+"/photo", "").text)
		equal(t, `{"title":"No such product.","status":404,"code":"no_such_product"}`, c.putPhoto(404, absent, "photo", "image/png", asPNG).text)

		c.putPhoto(204, first, "photo", "image/png", asPNG)
		c.putPhoto(204, second, "photo", "image/png", asPNG)
		c.want(200, "PATCH", first, `{"price": 991}`)
		c.want(200, "GET", first+"/photo", "")
		c.want(200, "DELETE", first, "")
		equal(t, none, c.want(404, "GET", first+"/photo", "").text)
		c.want(200, "GET", second+"/photo", "")
	})
}

func TestInvalidPhotoIsRejected(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		asPNG, asJPEG := pictures(t)
		tests := []struct{ name, mediaType, content, want string }{
			{"photo", "image/gif", "GIF89a", "media_type #/photo"},
			{"photo", "image/png", asJPEG, "media_type #/photo"},
			{"photo", "image/jpeg", "<script>alert(1)</script>", "media_type #/photo"},
			{"photo", "image/png", asPNG + strings.Repeat("\x00", maxPhoto), "max_bytes #/photo"},
		}
		for _, tt := range tests {
			equal(t, []string{tt.want}, violations(t, c.putPhoto(422, first, tt.name, tt.mediaType, tt.content)))
		}
		equal(t, []string{"min_bytes #/photo", "media_type #/photo"}, violations(t, c.putPhoto(422, first, "photo", "image/png", "")))
		equal(t, []string{"unknown #/picture", "required #/photo"}, violations(t, c.putPhoto(422, first, "picture", "image/png", asPNG)))
		equal(t, []string{"format id"}, violations(t, c.putPhoto(422, "/v1/products/1", "photo", "image/png", asPNG)))

		c.putPhoto(413, first, "photo", "image/png", asPNG+strings.Repeat("\x00", maxPhoto+64<<10))
		c.want(415, "PUT", first+"/photo", asPNG, "Content-Type", "image/png")
		c.want(400, "PUT", first+"/photo", "--x", "Content-Type", "multipart/form-data; boundary=x")
		equal(t, "GET, HEAD, OPTIONS, PUT", c.want(405, http.MethodDelete, first+"/photo", "").header.Get("Allow"))
		c.want(404, "GET", first+"/photo", "")
	})
}
