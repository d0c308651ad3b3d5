// Package seal hides data in public values. A public type defined over a [Box] shows
// neither fields nor methods of what is inside, and packages of this module convert it:
//
//	type box = seal.Box[query.Term] // in package paginate
//	type Term box
//
//	seal.Box[query.Term](t).Open()             // in package pagination
//	paginate.Term(seal.New(query.Term{Desc: true}))
package seal
