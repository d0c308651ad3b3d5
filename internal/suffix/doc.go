// Package suffix knows the domains under which strangers register names, such as
// co.uk and github.io: the public suffix list.
//
// rules.gz is the list of https://publicsuffix.org as of 2026-02-06, one rule a line,
// sorted, in ASCII; it is subject to the Mozilla Public License 2.0
// (https://mozilla.org/MPL/2.0/). The list is data and not code: nothing else of
// golang.org/x/net would be needed, and a program links it only if it calls
// cors.Origins.
package suffix
