import type { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { getPasskeySignInOptions } from '#contract/second-factor.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { PreparedStatements } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { challengeLifetimeMs, saveChallenge } from './challenge.ts'
import { getRelyingParty, loadWebAuthn } from './relying-party.ts'
import { findPasskeys } from './second-factor.queries.ts'

/** What the browser needs to use one of the person's passkeys. Throws `secondFactor.none` for somebody without. */
export const createAuthenticationOptions = async (
  ctx: Ctx,
  _: unknown,
  raw: HttpContext,
): Promise<ResponseBody<typeof getPasskeySignInOptions>> => {
  const party = getRelyingParty(raw.deps.config)
  if (!party) throw buildRefusal('passkey.noDomain')
  const access = raw.deps.tenants.signIn()
  const passkeys = await findPasskeys(access, ctx)
  if (passkeys.length === 0) throw buildRefusal('secondFactor.none')
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: challengeLifetimeMs,
    userVerification: 'preferred',
    allowCredentials: passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
  })
  await saveChallenge(access, ctx, raw, 'use', options.challenge)
  return { options: { ...options } }
}

type PasskeyCredential = { id: string; credential_id: string; public_key: Buffer; counter: string }
type AuthenticationResponse = Parameters<typeof verifyAuthenticationResponse>[0]['response']

/** True where one of the person's passkeys has answered the challenge. A counter that went back is a copied passkey: refused. */
export const verifyPasskey = async (
  tx: PreparedStatements,
  ctx: Ctx,
  raw: HttpContext,
  challenge: string | null,
  given: Record<string, unknown>,
): Promise<boolean> => {
  const party = getRelyingParty(raw.deps.config)
  if (!party || !challenge) return false
  const [kept] = await tx.queryPrepared<PasskeyCredential>(
    'passkey to use',
    'select id, credential_id, public_key, counter from passkey where user_id = $1 and credential_id = $2 for update',
    [ctx.person.userId, String(given.id)],
  )
  if (!kept) return false
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    // Read by the library, which refuses whatever else it may be.
    response: given as unknown as AuthenticationResponse,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    credential: { id: kept.credential_id, publicKey: new Uint8Array(kept.public_key), counter: Number(kept.counter) },
  }).catch(() => ({ verified: false, authenticationInfo: null }))
  if (!verified || !authenticationInfo) return false
  await tx.queryPrepared('passkey used', 'update passkey set counter = $2, used_at = $3 where id = $1', [
    kept.id,
    authenticationInfo.newCounter,
    new Date(raw.deps.clock()).toISOString(),
  ])
  return true
}
