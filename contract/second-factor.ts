import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { Id, Instant, SingleLineText } from './core/values.ts'

/** Six digits of an authenticator app. */
const TotpCode = z.string().regex(/^\d{6}$/)
/** What WebAuthn's own library reads and writes: passed through as it is. */
const WebAuthnPayload = z.record(z.string(), z.unknown())
/**
 * Asked again before a change of what guards the account: a code (of the app, or a recovery code) of somebody who has a second factor,
 * the password of anybody else. Not asked for ten minutes after a second factor was given. What is missing is named in `fields`: `required`.
 */
const confirmationFields = { password: z.string().min(1).max(1000).optional(), code: z.string().max(40).optional() }

export const SecondFactorStatus = z.object({
  /** Whether my role has to have one here. */
  required: z.boolean(),
  totp: z.object({ confirmedAt: Instant }).nullable(),
  passkeys: z.array(z.object({ id: Id, name: z.string(), createdAt: Instant, usedAt: Instant.nullable() })),
  recoveryCodesLeft: z.number().int(),
  /** The one origin on which passkeys can be made and used; null where the installation's address can have none. */
  passkeysAt: z.string().nullable(),
})
export type SecondFactorStatus = z.infer<typeof SecondFactorStatus>

export const getSecondFactorStatus = defineEndpoint({
  method: 'GET',
  path: '/me/second-factor',
  about: ['personal'],
  summary: 'My authenticator app, passkeys and recovery codes',
  open: 'signedIn',
  allowedSessionStates: ['enrolment'],
  output: SecondFactorStatus,
})

/** Makes a new secret that counts once `confirmTotp` has seen a code of it; until then the current app still counts. */
export const beginTotpSetup = defineEndpoint({
  method: 'POST',
  path: '/me/second-factor/totp',
  changes: [],
  summary: 'A secret for an authenticator app, as text and as the otpauth address of its QR code',
  open: 'signedIn',
  allowedSessionStates: ['enrolment'],
  body: z.object(confirmationFields),
  output: z.object({ secret: z.string(), address: z.string() }),
})

/** The first second factor comes with ten recovery codes, shown this once; null where there are some already. */
export const confirmTotpSetup = defineEndpoint({
  method: 'POST',
  path: '/me/second-factor/totp/confirm',
  changes: ['access', 'personal'],
  summary: 'Use the authenticator app from now on',
  open: 'signedIn',
  allowedSessionStates: ['enrolment'],
  body: z.object({ code: TotpCode }),
  output: z.object({ recoveryCodes: z.array(z.string()).nullable() }),
})

export const removeTotp = defineEndpoint({
  method: 'POST',
  path: '/me/second-factor/totp/remove',
  changes: ['access', 'personal'],
  summary: 'Stop using the authenticator app',
  open: 'signedIn',
  body: z.object(confirmationFields),
  output: z.object({ removed: z.literal(true) }),
})

export const beginPasskeyRegistration = defineEndpoint({
  method: 'POST',
  path: '/me/second-factor/passkeys/options',
  changes: [],
  summary: 'What the browser needs to make a passkey',
  open: 'signedIn',
  allowedSessionStates: ['enrolment'],
  body: z.object(confirmationFields),
  output: z.object({ options: WebAuthnPayload }),
})

export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/me/second-factor/passkeys',
  changes: ['access', 'personal'],
  summary: 'Keep the passkey that the browser made',
  open: 'signedIn',
  allowedSessionStates: ['enrolment'],
  body: z.object({ name: SingleLineText(1, 80), response: WebAuthnPayload }),
  output: z.object({ recoveryCodes: z.array(z.string()).nullable() }),
})

export const removePasskey = defineEndpoint({
  method: 'POST',
  path: '/me/second-factor/passkeys/:passkeyId/remove',
  changes: ['access', 'personal'],
  summary: 'Stop using a passkey',
  open: 'signedIn',
  params: z.object({ passkeyId: Id }),
  body: z.object(confirmationFields),
  output: z.object({ removed: z.literal(true) }),
})

/** A code or a passkey is asked for even within those ten minutes, unless it was given within the last one. */
export const renewRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/me/second-factor/recovery-codes',
  changes: ['personal'],
  summary: 'Ten new recovery codes; the old ones stop working',
  open: 'signedIn',
  body: z.object(confirmationFields),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
})

/** After the password: which ways this person can prove themselves. */
export const getSecondFactorMethods = defineEndpoint({
  method: 'GET',
  path: '/session/second-factor',
  summary: 'How this session can be opened: authenticator app, passkey, recovery code',
  open: 'signedIn',
  allowedSessionStates: ['secondFactor'],
  output: z.object({ totp: z.boolean(), passkey: z.boolean(), recoveryCode: z.boolean() }),
})

export const getPasskeySignInOptions = defineEndpoint({
  method: 'POST',
  path: '/session/second-factor/passkey/options',
  changes: [],
  allowedInViewReason: 'opens the session',
  summary: 'What the browser needs to use a passkey',
  open: 'signedIn',
  allowedSessionStates: ['secondFactor'],
  body: z.object({}),
  output: z.object({ options: WebAuthnPayload }),
})

/** Exactly one of the three. Each code counts once; wrong ones are slowed down as passwords are. */
export const verifySecondFactor = defineEndpoint({
  method: 'POST',
  path: '/session/second-factor',
  changes: [],
  allowedInViewReason: 'opens the session',
  summary: 'Open this session with a code, a recovery code or a passkey',
  open: 'signedIn',
  allowedSessionStates: ['secondFactor'],
  body: z.object({
    code: TotpCode.optional(),
    recoveryCode: z.string().max(40).optional(),
    passkey: WebAuthnPayload.optional(),
  }),
  output: z.object({ open: z.literal(true), recoveryCodesLeft: z.number().int() }),
})
