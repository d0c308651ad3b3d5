package year

// fault is a server with one fault of timing.
type fault struct {
	name   string
	change func(*parts)
}

// faults are all of them.
func faults() []fault {
	return []fault{
		{"short ttl", shortTTL},
		{"long ttl", longTTL},
		{"sliding ttl", slidingTTL},
		{"ttl of response", ttlOfResponse},
		{"short lease", shortLease},
		{"lease of others", leaseOfOthers},
		{"local time", localTime},
		{"never swept", neverSwept},
		{"swept early", sweptEarly},
		{"coarse clock", coarseClock},
		{"wall windows", wallWindows},
		{"rounded down", roundedDown},
		{"reset early", resetEarly},
		{"sliding window", slidingWindow},
		{"short window", shortWindow},
		{"aligned window", alignedWindow},
		{"penalty", penalty},
		{"double leeway", doubleLeeway},
		{"no leeway", noLeeway},
		{"inclusive expiry", inclusiveExpiry},
		{"cached identity", cachedIdentity},
		{"keys forever", keysForever},
		{"keys stale", keysStale},
		{"revoked later", revokedLater},
		{"expiry in seconds", expiryInSeconds},
		{"endless stream", endlessStream},
		{"stale news", staleNews},
		{"modified rounded up", modifiedRoundedUp},
		{"fresh longer", freshLonger},
		{"sunset local", sunsetLocal},
		{"sunset ends", sunsetEnds},
		{"late timeout", lateTimeout},
		{"cursor key dropped", cursorKeyDropped},
		{"buffered heartbeats", bufferedHeartbeats},
		{"jumping window", jumpingWindow},
		{"exclusive lease", exclusiveLease},
		{"exclusive sweep", exclusiveSweep},
		{"keys kept", keysKept},
		{"cursor key kept", cursorKeyKept},
		{"revoked in a second", revokedInASecond},
		{"late response", lateResponses},
	}
}
