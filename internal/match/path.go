package match

import "net/url"

// Path is the path of a URL, percent-encoded as the client wrote it: EscapedPath, which
// is found at once where there is nothing to escape.
func Path(u *url.URL) string {
	if u.RawPath == "" && plain(u.Path) {
		return u.Path
	}
	return u.EscapedPath()
}

// plain reports whether a path has only unreserved characters (RFC 3986 §2.3) and
// slashes. The path of OPTIONS * is not one.
func plain(path string) bool {
	for i := range len(path) {
		c := path[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case c == '/', c == '-', c == '_', c == '.', c == '~':
		default:
			return false
		}
	}
	return true
}
