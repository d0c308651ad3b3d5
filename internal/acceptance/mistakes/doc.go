// Package mistakes has programs as newcomers write them, and what the compiler, Build or the
// server says about each. A grade says how good that is:
//
//	5  The compiler or Build reports it at the right line, and says what is needed there.
//	4  The compiler or Build reports it at the right line, and says what is wrong.
//	3  It is reported at another line, or vaguely, or by the first request to the route, in a
//	   log that names the route and the cause.
//	2  Requests behave in an unexpected way, and a log or a response shows that.
//	1  Nothing shows it.
//
// A program that does not compile is in testdata/compile. The comment "want 5: …" at the end
// of a line has its grade and the essential words of the compiler as a regular expression.
// Other programs are functions. In these, the comment has a part of the fault that Build
// reports at that line, or, if the program builds, of the response and the log.
package mistakes
