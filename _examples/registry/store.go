package main

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"strings"
	"sync"

	"github.com/tenon-go/tenon/render"
)

// store has the content of all repositories once, and what each of them has of it:
//
//	blobs/ALGORITHM/HEX                          the content
//	repositories/NAME/_blobs/ALGORITHM/HEX       is empty
//	repositories/NAME/_manifests/ALGORITHM/HEX   the media type
//	repositories/NAME/_tags/TAG                  the digest
//	repositories/NAME/_referrers/SUBJECT/DIGEST  is empty
//	repositories/NAME/_uploads/ID                what has arrived
//	writes/ID                                    a file before it has its name
//
// No segment of a name begins with _, so that a repository may be below another.
type store struct {
	files
	mu   sync.Mutex // of manifests and tags
	busy sync.Map   // the uploads that a request writes
}

// in returns the name of a file of a repository.
func in(repository, kind, name string) string {
	return "repositories/" + repository + "/_" + kind + "/" + strings.Replace(name, ":", "/", 1)
}

func blobFile(digest string) string { return "blobs/" + strings.Replace(digest, ":", "/", 1) }

// found returns an error: another one if the file does not exist.
func found(err error, missing *render.Problem) error {
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		return err
	case missing == nil:
		return nil
	}
	return missing
}

// text returns the content of a small file.
func (s *store) text(name string) (string, error) {
	f, err := s.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	return string(text), err
}

// write replaces a small file at once.
func (s *store) write(name, text string) error {
	part := "writes/" + rand.Text()
	return errors.Join(s.Append(part, strings.NewReader(text)), s.Rename(part, name))
}

// blob opens a blob of a repository.
func (s *store) blob(repository, digest string) (io.ReadSeekCloser, error) {
	_, err := s.text(in(repository, "blobs", digest))
	if err != nil {
		return nil, found(err, blobUnknown)
	}
	return s.Open(blobFile(digest))
}

// mount adds a blob of a repository to another one.
func (s *store) mount(repository, from, digest string) error {
	if _, err := s.text(in(from, "blobs", digest)); err != nil {
		return found(err, blobUnknown)
	}
	return s.write(in(repository, "blobs", digest), "")
}

// exists reports whether a repository has something.
func (s *store) exists(repository string) error {
	for _, kind := range []string{"manifests", "blobs", "uploads"} {
		if names, err := s.List(strings.TrimSuffix(in(repository, kind, ""), "/")); len(names) > 0 || err != nil {
			return err
		}
	}
	return nameUnknown
}

// start begins an upload, and returns its ID.
func (s *store) start(repository string) (id string, err error) {
	id = strings.ToLower(rand.Text())
	return id, s.Append(in(repository, "uploads", id), new(bytes.Reader))
}

// size returns how much of an upload has arrived.
func (s *store) size(repository, id string) (int64, error) {
	f, err := s.Open(in(repository, "uploads", id))
	if err != nil {
		return 0, found(err, uploadUnknown)
	}
	defer f.Close()
	return f.Seek(0, io.SeekEnd)
}

// add adds a chunk, which begins at an offset, to an upload. An offset of -1 is that of its end.
func (s *store) add(repository, id string, offset int64, chunk io.Reader) (size int64, err error) {
	name := in(repository, "uploads", id)
	if _, busy := s.busy.LoadOrStore(name, true); busy {
		return 0, uploadInvalid
	}
	defer s.busy.Delete(name)
	size, err = s.size(repository, id)
	if err == nil && offset >= 0 && offset != size {
		err = uploadInvalid
	}
	if err == nil {
		err = s.Append(name, chunk)
	}
	if err != nil {
		return 0, err
	}
	return s.size(repository, id)
}

// finish makes an upload a blob of the repository, if it has the digest.
func (s *store) finish(repository, id, digest string) error {
	name := in(repository, "uploads", id)
	if _, busy := s.busy.LoadOrStore(name, true); busy {
		return uploadInvalid
	}
	defer s.busy.Delete(name)
	f, err := s.Open(name)
	if err != nil {
		return found(err, uploadUnknown)
	}
	actual, err := digestOf(digest, f)
	switch err = errors.Join(err, f.Close()); {
	case err != nil:
		return err
	case actual != digest:
		return digestInvalid
	}
	return errors.Join(s.Rename(name, blobFile(digest)), s.write(in(repository, "blobs", digest), ""))
}

// digestOf returns the digest of content, with the algorithm of another digest.
func digestOf(other string, content io.Reader) (string, error) {
	algorithm, h := "sha256:", hash.Hash(sha256.New())
	if strings.HasPrefix(other, "sha512:") {
		algorithm, h = "sha512:", sha512.New()
	}
	_, err := io.Copy(h, content)
	return algorithm + hex.EncodeToString(h.Sum(nil)), err
}
