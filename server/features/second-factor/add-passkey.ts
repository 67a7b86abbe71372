import type { verifyRegistrationResponse } from '@simplewebauthn/server'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/second-factor.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { runInTransaction } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { confirmIdentity } from '#server/domain/identity-confirmation.ts'
import { challengeLifetimeMs, consumeChallenge, saveChallenge } from './challenge.ts'
import { handleFactorAdded, lockFactors } from './factor-changes.ts'
import { getRelyingParty, loadWebAuthn } from './relying-party.ts'
import { findPasskeys } from './second-factor.queries.ts'

/** What the browser needs to make a passkey; the ones that are kept already are named, so that none is made twice. */
export const createPasskeyOptions = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.beginPasskeyRegistration>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.beginPasskeyRegistration>> => {
  const party = getRelyingParty(raw.deps.config)
  if (!party) throw buildRefusal('passkey.noDomain')
  await confirmIdentity(ctx, raw, body)
  const access = raw.deps.tenants.signIn()
  const { userId, email, fullName } = ctx.person
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Atalaya',
    rpID: party.id,
    userName: email,
    userDisplayName: fullName,
    // The same for the same person, and nothing that says who it is.
    userID: new Uint8Array(Buffer.from(raw.deps.getSecretBox('passkey').fingerprint(userId), 'hex')),
    timeout: challengeLifetimeMs,
    excludeCredentials: (await findPasskeys(access, ctx)).map(({ credential_id, transports }) => ({
      id: credential_id,
      transports,
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await saveChallenge(access, ctx, raw, 'make', options.challenge)
  return { options: { ...options } }
}

type RegistrationResponse = Parameters<typeof verifyRegistrationResponse>[0]['response']

/** Keeps the passkey that answers the challenge. Throws `secondFactor.wrong` where it doesn't, or is kept already. */
export const addPasskey = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.addPasskey>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.addPasskey>> => {
  const party = getRelyingParty(raw.deps.config)
  if (!party) throw buildRefusal('passkey.noDomain')
  const access = raw.deps.tenants.signIn()
  const expectedChallenge = await consumeChallenge(access, ctx, raw, 'make')
  if (!expectedChallenge) throw buildRefusal('secondFactor.wrong')
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    // Read by the library, which refuses whatever else it may be.
    response: body.response as unknown as RegistrationResponse,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
  }).catch(() => {
    throw buildRefusal('secondFactor.wrong')
  })
  if (!registrationInfo) throw buildRefusal('secondFactor.wrong')
  const { id, publicKey, counter, transports } = registrationInfo.credential
  return runInTransaction(access, async (tx) => {
    await lockFactors(tx, ctx)
    const kept = await tx.queryPrepared(
      'add passkey',
      `insert into passkey (user_id, credential_id, public_key, counter, transports, name, created_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing returning id`,
      [
        ctx.person.userId,
        id,
        Buffer.from(publicKey),
        counter,
        transports ?? [],
        body.name,
        new Date(raw.deps.clock()).toISOString(),
      ],
    )
    if (kept.length === 0) throw buildRefusal('secondFactor.wrong')
    return { recoveryCodes: await handleFactorAdded(tx, ctx, raw, { way: 'passkey', name: body.name }) }
  })
}
