// Package everything declares one API with every type of property, rule, input and response.
// Tests run it through every interpreter: the server, the documents, their validators and the
// generators.
//
//	app := everything.API().MustBuild()
package everything
