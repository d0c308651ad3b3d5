package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
)

// files are what a store keeps, by names such as blobs/sha256/3f8c. A file that does not exist is
// [fs.ErrNotExist].
type files interface {
	Open(name string) (io.ReadSeekCloser, error)
	// Append adds content to a file, which it creates. What has arrived before an error stays.
	Append(name string, content io.Reader) error
	// Rename replaces a file by another at once.
	Rename(old, name string) error
	Remove(name string) error
	// List returns the names in a directory, sorted; none if there is no such directory.
	List(dir string) ([]string, error)
}

// memory has files in memory.
type memory struct {
	mu    sync.Mutex
	files map[string][]byte
}

type inMemory struct{ *bytes.Reader }

func (inMemory) Close() error { return nil }

func (m *memory) Open(name string) (io.ReadSeekCloser, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if content, ok := m.files[name]; ok {
		return inMemory{bytes.NewReader(content)}, nil
	}
	return nil, fs.ErrNotExist
}

func (m *memory) Append(name string, content io.Reader) error {
	added, err := io.ReadAll(content)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files[name] = append(slices.Clip(m.files[name]), added...)
	return err
}

func (m *memory) Rename(old, name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	content, ok := m.files[old]
	if !ok {
		return fs.ErrNotExist
	}
	delete(m.files, old)
	m.files[name] = content
	return nil
}

func (m *memory) Remove(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.files[name]; !ok {
		return fs.ErrNotExist
	}
	delete(m.files, name)
	return nil
}

func (m *memory) List(dir string) (names []string, _ error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name := range m.files {
		if below, ok := strings.CutPrefix(name, dir+"/"); ok {
			first, _, _ := strings.Cut(below, "/")
			names = append(names, first)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// directory has files below a directory, which no name leaves.
type directory struct{ *os.Root }

func (d directory) Open(name string) (io.ReadSeekCloser, error) { return d.Root.Open(name) }

func (d directory) Append(name string, content io.Reader) error {
	if err := d.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := d.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, content)
	return errors.Join(err, f.Close())
}

func (d directory) Rename(old, name string) error {
	if err := d.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	return d.Root.Rename(old, name)
}

func (d directory) List(dir string) (names []string, err error) {
	entries, err := fs.ReadDir(d.FS(), dir)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, found(err, nil)
}
