package main

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/crane"
	refname "github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/random"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/remote/transport"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// serve serves a registry and returns its address. Only ann may push, if it has tokens.
func serve(t *testing.T, f files, secured bool) string {
	t.Helper()
	var handler http.Handler
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r) }))
	t.Cleanup(server.Close)
	s := &registry{store: &store{files: f}}
	if secured {
		s.tokens = newTokens(map[string]string{"ann": "secret"}, server.URL)
	}
	all, err := s.build(slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { all.Close() })
	handler = all
	return strings.TrimPrefix(server.URL, "http://")
}

// everywhere runs a test with each kind of files, with tokens and without.
func everywhere(t *testing.T, test func(t *testing.T, host string, ann crane.Option)) {
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	ann := crane.WithAuth(authn.FromConfig(authn.AuthConfig{Username: "ann", Password: "secret"}))
	t.Run("memory", func(t *testing.T) { test(t, serve(t, &memory{files: map[string][]byte{}}, true), ann) })
	t.Run("directory", func(t *testing.T) { test(t, serve(t, directory{root}, false), crane.WithAuth(authn.Anonymous)) })
}

func image(t *testing.T) v1.Image {
	t.Helper()
	img, err := random.Image(1<<16, 3)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func imageDigest(t *testing.T, img v1.Image) string {
	t.Helper()
	d, err := img.Digest()
	if err != nil {
		t.Fatal(err)
	}
	return d.String()
}

// An image is pushed, pulled, copied, listed, and deleted.
func TestCrane(t *testing.T) {
	everywhere(t, func(t *testing.T, host string, ann crane.Option) {
		img, ref := image(t), host+"/library/sea/moby:1"
		if err := crane.Push(img, ref, ann); err != nil {
			t.Fatal(err)
		}
		if got, err := crane.Digest(ref); err != nil || got != imageDigest(t, img) { // without credentials
			t.Errorf("the digest is %s, %v; want %s", got, err, imageDigest(t, img))
		}
		pulled, err := crane.Pull(ref)
		if err != nil {
			t.Fatal(err)
		}
		layers, err := pulled.Layers()
		if err != nil || len(layers) != 3 {
			t.Fatalf("%d layers, %v", len(layers), err)
		}
		for _, layer := range layers {
			content, err := layer.Compressed() // which compares the digest
			if err == nil {
				_, err = io.Copy(io.Discard, content)
			}
			if err != nil {
				t.Error(err)
			}
		}
		if err := crane.Copy(ref, host+"/library/whale:2", ann); err != nil { // mounts the layers
			t.Error(err)
		}
		if err := crane.Tag(ref, "latest", ann); err != nil {
			t.Error(err)
		}
		if tags, err := crane.ListTags(host + "/library/sea/moby"); err != nil || !slices.Equal(tags, []string{"1", "latest"}) {
			t.Errorf("the tags are %v, %v", tags, err)
		}
		if err := crane.Delete(host+"/library/sea/moby@"+imageDigest(t, img), ann); err != nil {
			t.Error(err)
		}
		if _, err := crane.Digest(ref); !is(err, transport.ManifestUnknownErrorCode, 404) {
			t.Errorf("after it was deleted: %v", err)
		}
		if _, err := crane.Digest(host + "/library/whale:2"); err != nil {
			t.Errorf("the copy: %v", err)
		}
	})
}

// is reports whether an error is a response of the registry.
func is(err error, code transport.ErrorCode, status int) bool {
	var e *transport.Error
	if !errors.As(err, &e) || e.StatusCode != status {
		return false
	}
	return len(e.Errors) == 0 || e.Errors[0].Code == code // HEAD has no content
}

// What is not allowed is rejected with its code.
func TestCraneIsRejected(t *testing.T) {
	host := serve(t, &memory{files: map[string][]byte{}}, true)
	if err := crane.Push(image(t), host+"/library/moby:1"); !is(err, transport.DeniedErrorCode, 403) {
		t.Errorf("without credentials: %v", err)
	}
	wrong := crane.WithAuth(authn.FromConfig(authn.AuthConfig{Username: "ann", Password: "guess"}))
	if err := crane.Push(image(t), host+"/library/moby:1", wrong); !is(err, transport.UnauthorizedErrorCode, 401) {
		t.Errorf("with a wrong password: %v", err)
	}
	if _, err := crane.ListTags(host + "/library/moby"); !is(err, transport.NameUnknownErrorCode, 404) {
		t.Errorf("the tags of no repository: %v", err)
	}
}

// Indexes have images; signatures and the like refer to them.
func TestIndexesAndReferrers(t *testing.T) {
	everywhere(t, func(t *testing.T, host string, _ crane.Option) {
		repo, err := refname.NewRepository(host + "/library/moby")
		if err != nil {
			t.Fatal(err)
		}
		ann := remote.WithAuth(authn.FromConfig(authn.AuthConfig{Username: "ann", Password: "secret"}))
		index, err := random.Index(1<<10, 2, 3)
		if err != nil {
			t.Fatal(err)
		}
		if err := remote.WriteIndex(repo.Tag("all"), index, ann); err != nil {
			t.Fatal(err)
		}
		img := image(t)
		if err := remote.Write(repo.Tag("1"), img, ann); err != nil {
			t.Fatal(err)
		}
		desc, err := remote.Head(repo.Tag("1"), ann)
		if err != nil {
			t.Fatal(err)
		}
		signature := mutate.Subject(mutate.ConfigMediaType(mutate.MediaType(image(t), types.OCIManifestSchema1), "application/vnd.example.signature"), *desc).(v1.Image)
		if err := remote.Write(repo.Tag("signature"), signature, ann); err != nil {
			t.Fatal(err)
		}
		for filter, want := range map[string]int{"application/vnd.example.signature": 1, "application/vnd.example.sbom": 0, "": 1} {
			options := []remote.Option{ann}
			if filter != "" {
				options = append(options, remote.WithFilter("artifactType", filter))
			}
			found, err := remote.Referrers(repo.Digest(imageDigest(t, img)), options...)
			if err != nil {
				t.Fatal(err)
			}
			m, err := found.IndexManifest()
			if err != nil || len(m.Manifests) != want || want == 1 && m.Manifests[0].Digest.String() != imageDigest(t, signature) {
				t.Errorf("%q: the referrers are %+v, %v", filter, m, err)
			}
		}
	})
}
