// Package everything declares one API that uses every kind of property, rule,
// input and answer. Tests send it through every interpreter: the server, the
// documents, their validators, the generators.
//
//	app := everything.API().MustBuild()
package everything
