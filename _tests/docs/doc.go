// Package docs tests the page of oas/docs in a browser. It is outside of the library's module, because it
// needs Chromium and playwright-core:
//
//	apt-get install chromium nodejs npm
//	npm install --prefix _tests/docs/browser --no-package-lock
//	go -C _tests test ./docs/...
//
// The tests of the shop try every operation on the page and check the page with axe. They write
// screenshots into the folder of -screenshots, or into the artifact directory of the test.
package docs
