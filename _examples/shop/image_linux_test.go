package main

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// TestTheImageNeedsNoOtherFile builds the program as the Dockerfile does, and runs it with the
// arguments of the image where there is no file but those that the Dockerfile copies.
func TestTheImageNeedsNoOtherFile(t *testing.T) {
	text, err := os.ReadFile("Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "data"), 0o700); err != nil {
		t.Fatal(err)
	}
	build, _, _ := strings.Cut(dockerfileLine(t, string(text), "RUN"), " && ")
	build = strings.Replace(build, "/shop", filepath.Join(root, "shop"), 1)
	if out, err := exec.Command("sh", "-c", build).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", build, err, out)
	}
	var entry, args []string
	for name, list := range map[string]*[]string{"ENTRYPOINT": &entry, "CMD": &args} {
		if err := json.Unmarshal([]byte(dockerfileLine(t, string(text), name)), list); err != nil {
			t.Fatal(err)
		}
	}
	for i, arg := range args {
		if arg == ":8080" {
			args[i] = "127.0.0.1:0"
		}
	}

	log := new(lines)
	shop := exec.Command(entry[0], args...)
	shop.Dir, shop.Env, shop.Stderr = "/", []string{}, log
	shop.SysProcAttr = &syscall.SysProcAttr{Chroot: root}
	if os.Getuid() != 0 {
		shop.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER
		shop.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}
	}
	if err := shop.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = shop.Process.Signal(syscall.SIGTERM)
		if err := shop.Wait(); err != nil {
			t.Errorf("%v\n%s", err, log)
		}
	}()
	url := log.wait(t, `url=(http://127\.0\.0\.1:\d+)`)
	for _, path := range []string{"/v1/health", "/v1/products", "/openapi.json", "/docs/"} {
		res, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", path, res.StatusCode)
		}
	}
}

// dockerfileLine returns the last instruction of a kind without its name.
func dockerfileLine(t *testing.T, text, name string) string {
	t.Helper()
	all := regexp.MustCompile(`(?m)^`+name+` (.+)$`).FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		t.Fatalf("the Dockerfile has no %s", name)
	}
	return all[len(all)-1][1]
}
