import { isIP } from 'node:net'
import type { EndpointConfig } from '#server/core/routes.ts'

/** Who asks for passkeys: browsers tie each to a domain, and make none for an address of numbers or over a plain connection. */
export const getRelyingParty = ({
  publicUrl,
}: Pick<EndpointConfig, 'publicUrl'>): { id: string; origin: string } | null => {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const local = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[')
  return isAddress || (protocol !== 'https:' && !local) ? null : { id: hostname, origin }
}

/** WebAuthn's library, read when the first passkey asks for it: it takes longer to read than all the rest of the server. */
export const loadWebAuthn = () => import('@simplewebauthn/server')
