import type { verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { addPasskey as adding, beginPasskey as beginning } from '#contract/second-factor.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { inTransaction } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'
import { confirm } from '#server/domain/confirm.ts'
import { challengeLasts, keepChallenge, takeChallenge } from './challenge.ts'
import { factorAdded, holdGuards } from './guards.ts'
import { relyingParty, webAuthn } from './relying-party.ts'
import { findPasskeys } from './second-factor.queries.ts'

/** What the browser needs to make a passkey; the ones that are kept already are named, so that none is made twice. */
export const beginPasskey = async (
  ctx: Ctx,
  { body }: Parsed<typeof beginning>,
  raw: Raw,
): Promise<Answer<typeof beginning>> => {
  const party = relyingParty(raw.serving.config)
  if (!party) throw refuse('passkey.noDomain')
  await confirm(ctx, raw, body)
  const access = raw.serving.tenants.signIn()
  const { userId, email, fullName } = ctx.person
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Atalaya',
    rpID: party.id,
    userName: email,
    userDisplayName: fullName,
    // The same for the same person, and nothing that says who it is.
    userID: new Uint8Array(Buffer.from(raw.serving.boxOf('passkey').fingerprint(userId), 'hex')),
    timeout: challengeLasts,
    excludeCredentials: (await findPasskeys(access, ctx)).map(({ credential_id, transports }) => ({
      id: credential_id,
      transports,
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await keepChallenge(access, ctx, raw, 'make', options.challenge)
  return { options: { ...options } }
}

type Response = Parameters<typeof verifyRegistrationResponse>[0]['response']

/** Keeps the passkey that answers the challenge. Throws `secondFactor.wrong` where it doesn't, or is kept already. */
export const addPasskey = async (
  ctx: Ctx,
  { body }: Parsed<typeof adding>,
  raw: Raw,
): Promise<Answer<typeof adding>> => {
  const party = relyingParty(raw.serving.config)
  if (!party) throw refuse('passkey.noDomain')
  const access = raw.serving.tenants.signIn()
  const expectedChallenge = await takeChallenge(access, ctx, raw, 'make')
  if (!expectedChallenge) throw refuse('secondFactor.wrong')
  const { verifyRegistrationResponse } = await webAuthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    // Read by the library, which refuses whatever else it may be.
    response: body.response as unknown as Response,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
  }).catch(() => {
    throw refuse('secondFactor.wrong')
  })
  if (!registrationInfo) throw refuse('secondFactor.wrong')
  const { id, publicKey, counter, transports } = registrationInfo.credential
  return inTransaction(access, async (tx) => {
    await holdGuards(tx, ctx)
    const kept = await tx.fixed(
      'add passkey',
      `insert into passkey (user_id, credential_id, public_key, counter, transports, name, created_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing returning id`,
      [
        ...[ctx.person.userId, id, Buffer.from(publicKey), counter, transports ?? [], body.name],
        new Date(raw.serving.clock()).toISOString(),
      ],
    )
    if (kept.length === 0) throw refuse('secondFactor.wrong')
    return { recoveryCodes: await factorAdded(tx, ctx, raw, { way: 'passkey', name: body.name }) }
  })
}
