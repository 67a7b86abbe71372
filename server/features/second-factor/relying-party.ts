import { isIP } from 'node:net'
import type { ServingConfig } from '#server/core/serve.ts'

/** Who asks for passkeys: browsers tie each to a domain, and make none for an address of numbers or over a plain connection. */
export const relyingParty = ({
  publicUrl,
}: Pick<ServingConfig, 'publicUrl'>): { id: string; origin: string } | null => {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const local = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[')
  return isAddress || (protocol !== 'https:' && !local) ? null : { id: hostname, origin }
}

/** WebAuthn's library, read when the first passkey asks for it: it takes longer to read than all the rest of the server. */
export const webAuthn = () => import('@simplewebauthn/server')
