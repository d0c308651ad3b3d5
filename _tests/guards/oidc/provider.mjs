// An OpenID Connect provider for tests. It prints its issuer, and ends when its standard input
// does. The resource of a request selects the algorithm of its token:
// urn:shop:RS256.
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'

const keys = []
for (const alg of ['RS256', 'PS256', 'ES256', 'EdDSA']) {
  const { privateKey } = await generateKeyPair(alg, { crv: 'Ed25519', extractable: true })
  keys.push({ ...(await exportJWK(privateKey)), alg, use: 'sig', kid: alg.toLowerCase() })
}

const server = createServer()
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`
  const provider = new Provider(issuer, {
    clients: [{
      client_id: 'robot',
      client_secret: 'a secret of at least thirty-two bytes',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    }],
    jwks: { keys },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_, resource) => ({
          scope: 'products:read products:write',
          audience: 'shop',
          accessTokenTTL: 300,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: resource.split(':').at(-1) } },
        }),
      },
    },
  })
  server.on('request', provider.callback())
  console.log(issuer)
})
process.stdin.on('end', () => process.exit()).resume()
