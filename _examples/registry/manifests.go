package main

import (
	"bytes"
	"errors"
	"strings"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// manifestSize is how large a manifest may be.
const manifestSize = 4 << 20

var (
	// reference is a tag or a digest.
	reference = prop.String("reference").Pattern(`^([a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}|sha256:[a-f0-9]{64}|sha512:[a-f0-9]{128})$`)
	subject   = digest.As("OCI-Subject").Optional()
)

func isDigest(reference string) bool { return strings.Contains(reference, ":") }

// manifests has the operations on manifests, which are stored and sent as they are.
func (s *registry) manifests() route.Member {
	return route.Group("/manifests/{reference}",
		scoped(s, route.Get("", route.Download(manifestTypes...)).
			ID("getManifest").Summary("Get a manifest by its tag or its digest").InvalidPathNotFound().
			ResponseHeader(content).Fails(manifestUnknown).
			Handle(func(c *route.Call) (f route.File, err error) {
				m, err := s.store.manifest(name.Get(c), reference.Get(c))
				content.Set(c, m.digest)
				f = route.FileOf([]byte(m.text))
				f.MediaType, f.ETag = m.mediaType, `"`+m.digest+`"`
				return f, err
			}), pull),
		scoped(s, route.Put("", route.Bytes(manifestTypes...), collection.NoContent()).Status(201).
			ID("putManifest").Summary("Add a manifest, under a tag or its digest").
			ResponseHeader(location, content, subject).Fails(manifestInvalid, manifestBlob, digestInvalid).
			Handle(s.put), push),
		scoped(s, route.Delete("", collection.NoContent()).Status(202).
			ID("deleteManifest").Summary("Delete a manifest with its tags, or a tag").
			Fails(manifestUnknown).
			Handle(func(c *route.Call) (none collection.Empty, err error) {
				return none, s.store.deleteManifest(name.Get(c), reference.Get(c))
			}), remove),
	).Path(reference).Tag("manifests")
}

// put stores a manifest.
func (s *registry) put(c *route.Call, text []byte) (none collection.Empty, err error) {
	repository, at := name.Get(c), reference.Get(c)
	m, err := manifests.Create().Parse(text)
	switch {
	case err != nil:
		return none, manifestInvalid.Detail(err.Error())
	case m.MediaType != nil && *m.MediaType != c.MediaType():
		return none, manifestInvalid.Detail("Its mediaType is not that of the request.")
	}
	for _, blob := range m.blobs() {
		if _, err := s.store.text(in(repository, "blobs", blob)); err != nil {
			return none, found(err, manifestBlob.Detail(blob))
		}
	}
	d, _ := digestOf(at, bytes.NewReader(text)) // which is in memory
	if isDigest(at) && d != at {
		return none, digestInvalid
	}
	if m.Subject != nil {
		subject.Set(c, m.Subject.Digest)
	}
	content.Set(c, d)
	location.Set(c, "/v2/"+repository+"/manifests/"+d)
	return none, s.store.putManifest(repository, at, stored{d, c.MediaType(), string(text)}, m.Subject)
}

// stored is a manifest that a repository has.
type stored struct{ digest, mediaType, text string }

// manifest returns a manifest by its tag or its digest.
func (s *store) manifest(repository, reference string) (m stored, err error) {
	if m.digest = reference; !isDigest(reference) {
		m.digest, err = s.text(in(repository, "tags", reference))
	}
	if err == nil {
		m.mediaType, err = s.text(in(repository, "manifests", m.digest))
	}
	if err == nil {
		m.text, err = s.text(blobFile(m.digest))
	}
	return m, found(err, manifestUnknown)
}

// putManifest stores a manifest under its digest, and under a tag if the reference is one.
func (s *store) putManifest(repository, reference string, m stored, subject *Descriptor) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := errors.Join(s.write(blobFile(m.digest), m.text), s.write(in(repository, "manifests", m.digest), m.mediaType))
	if subject != nil {
		err = errors.Join(err, s.write(in(repository, "referrers", subject.Digest)+"/"+m.digest, ""))
	}
	if !isDigest(reference) {
		err = errors.Join(err, s.write(in(repository, "tags", reference), m.digest))
	}
	return err
}

// deleteManifest deletes a tag, or a manifest with its tags.
func (s *store) deleteManifest(repository, reference string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !isDigest(reference) {
		return found(s.Remove(in(repository, "tags", reference)), manifestUnknown)
	}
	old, err := s.manifest(repository, reference)
	if err != nil {
		return err
	}
	tags, err := s.tags(repository)
	for _, tag := range tags {
		if d, _ := s.text(in(repository, "tags", tag)); d == reference {
			err = errors.Join(err, s.Remove(in(repository, "tags", tag)))
		}
	}
	if m, _ := manifests.Create().Parse([]byte(old.text)); m.Subject != nil {
		err = errors.Join(err, found(s.Remove(in(repository, "referrers", m.Subject.Digest)+"/"+reference), nil))
	}
	return errors.Join(err, s.Remove(in(repository, "manifests", reference)))
}

// tags returns the tags of a repository, sorted.
func (s *store) tags(repository string) ([]string, error) {
	return s.List(strings.TrimSuffix(in(repository, "tags", ""), "/"))
}

// referrers returns the descriptors of the manifests whose subject is a digest.
func (s *store) referrers(repository, digest string) (all []Descriptor, err error) {
	names, err := s.List(in(repository, "referrers", digest))
	for _, d := range names {
		known, openErr := s.manifest(repository, d)
		m, parseErr := manifests.Create().Parse([]byte(known.text))
		if err = errors.Join(err, openErr, parseErr); err != nil {
			return nil, err
		}
		all = append(all, Descriptor{known.mediaType, d, int64(len(known.text)), m.kind(), m.Annotations, nil})
	}
	return all, err
}
