// Package docs tests the page of oas/docs in a browser. It is a module of its own, because it
// needs Chromium and playwright-core:
//
//	apt-get install chromium nodejs npm
//	npm install --prefix _docs/browser --no-package-lock
//	go -C _docs test ./...
//
// The test writes screenshots, which git ignores.
package docs
