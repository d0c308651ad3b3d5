package tree

// The details of credentials that are more specific than those of their problems.
var (
	AuthorizationMalformed    = Detail{"authorization_malformed", "The Authorization header is malformed."}
	AuthorizationRepeated     = Detail{"authorization_repeated", "The Authorization header was sent more than once."}
	CredentialsExpired        = Detail{"credentials_expired", "The credentials have expired."}
	CredentialsLong           = Detail{"credentials_long", "The credentials are too long."}
	CredentialsWithoutSubject = Detail{"credentials_nobody", "The credentials do not identify a subject."}
	CredentialsClaim          = Detail{"credentials_claim", "A claim is not what it must be."}
	CertificateUnverified     = Detail{"certificate_unverified", "The certificate was not verified."}
	APIKeyUnknown             = Detail{"api_key_unknown", "The key is not known."}
	APIKeyRepeated            = Detail{"api_key_repeated", "The key was sent more than once."}
	QueryMalformed            = Detail{"query_malformed", "The query is malformed."}
	TokenRepeated             = Detail{"token_repeated", "A token was sent in two places."}
	TokenMalformed            = Detail{"token_malformed", "The token is malformed."}
	TokenCritical             = Detail{"token_critical", "The token has a critical header that is not understood."}
	TokenIssuer               = Detail{"token_issuer", "The token is of another issuer."}
	TokenAlgorithm            = Detail{"token_algorithm", "The algorithm of the token is not accepted."}
	TokenType                 = Detail{"token_type", "The token is of another type."}
	TokenKey                  = Detail{"token_key", "The key of the token is not known."}
	TokenSignature            = Detail{"token_signature", "The signature of the token is wrong."}
	TokenClaim                = Detail{"token_claim", "A claim of the token is missing or of the wrong kind."}
	TokenAudience             = Detail{"token_audience", "The token is for another audience."}
	TokenExpired              = Detail{"token_expired", "The token has expired."}
	TokenEarly                = Detail{"token_early", "The token is not valid yet."}
	TokenBound                = Detail{"token_bound", "The token is bound to a key, and is not accepted as a bearer token."}
	TokenInvalid              = Detail{"token_invalid", "The token is not valid."}
)

// AllReasons returns every detail of credentials.
func AllReasons() []Detail {
	return []Detail{
		AuthorizationMalformed, AuthorizationRepeated, CredentialsExpired, CredentialsLong, CredentialsWithoutSubject, CredentialsClaim,
		CertificateUnverified, APIKeyUnknown, APIKeyRepeated, QueryMalformed, TokenRepeated,
		TokenMalformed, TokenCritical, TokenIssuer, TokenAlgorithm, TokenType, TokenKey, TokenSignature,
		TokenClaim, TokenAudience, TokenExpired, TokenEarly, TokenBound, TokenInvalid,
	}
}
