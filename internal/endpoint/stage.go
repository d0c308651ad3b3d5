package route

// Stage is a part of an exchange. It is for sibling packages.
type Stage uint8

// The stages, in the order in which an exchange goes through them. One that
// fails goes on with StageWrite.
const (
	StageRead   Stage = iota // the request is read and validated
	StageHandle              // the handler runs, with the middlewares of Wrap
	StageWrite               // the answer is written
	StageDone                // what follows is not the operation's
)

func (e *Endpoint) reach(c *Call, s Stage) {
	if e.env.Reached != nil {
		e.env.Reached(c.r, e.op, s)
	}
}
