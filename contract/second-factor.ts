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
  summary: 'My authenticator app, passkeys and recovery codes',
  open: 'signedIn',
  during: ['enrolment'],
  output: SecondFactorStatus,
})

/** Makes a new secret that counts once `confirmTotp` has seen a code of it; until then an app that is in use goes on counting. */
export const beginTotpSetup = defineEndpoint({
  method: 'POST',
  path: '/me/second-factor/totp',
  summary: 'A secret for an authenticator app, as text and as the otpauth address of its QR code',
  open: 'signedIn',
  during: ['enrolment'],
  body: z.object(confirmationFields),
  output: z.object({ secret: z.string(), address: z.string() }),
})

/** The first second factor comes with ten recovery codes, shown this once; null where there are some already. */
export const confirmTotpSetup = defineEndpoint({
  method: 'POST',
  path: '/me/second-factor/totp/confirm',
  summary: 'Use the authenticator app from now on',
  open: 'signedIn',
  during: ['enrolment'],
  body: z.object({ code: TotpCode }),
  output: z.object({ recoveryCodes: z.array(z.string()).nullable() }),
})

export const removeTotp = defineEndpoint({
  method: 'POST',
  path: '/me/second-factor/totp/remove',
  summary: 'Stop using the authenticator app',
  open: 'signedIn',
  body: z.object(confirmationFields),
  output: z.object({ removed: z.literal(true) }),
})

export const beginPasskeyRegistration = defineEndpoint({
  method: 'POST',
  path: '/me/second-factor/passkeys/options',
  summary: 'What the browser needs to make a passkey',
  open: 'signedIn',
  during: ['enrolment'],
  body: z.object(confirmationFields),
  output: z.object({ options: WebAuthnPayload }),
})

export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/me/second-factor/passkeys',
  summary: 'Keep the passkey that the browser made',
  open: 'signedIn',
  during: ['enrolment'],
  body: z.object({ name: SingleLineText(1, 80), response: WebAuthnPayload }),
  output: z.object({ recoveryCodes: z.array(z.string()).nullable() }),
})

export const removePasskey = defineEndpoint({
  method: 'POST',
  path: '/me/second-factor/passkeys/:passkeyId/remove',
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
  during: ['secondFactor'],
  output: z.object({ totp: z.boolean(), passkey: z.boolean(), recoveryCode: z.boolean() }),
})

export const getPasskeySignInOptions = defineEndpoint({
  method: 'POST',
  path: '/session/second-factor/passkey/options',
  inView: 'opens the session',
  summary: 'What the browser needs to use a passkey',
  open: 'signedIn',
  during: ['secondFactor'],
  body: z.object({}),
  output: z.object({ options: WebAuthnPayload }),
})

/** Exactly one of the three. Each code counts once; wrong ones are slowed down as passwords are. */
export const verifySecondFactor = defineEndpoint({
  method: 'POST',
  path: '/session/second-factor',
  inView: 'opens the session',
  summary: 'Open this session with a code, a recovery code or a passkey',
  open: 'signedIn',
  during: ['secondFactor'],
  body: z.object({
    code: TotpCode.optional(),
    recoveryCode: z.string().max(40).optional(),
    passkey: WebAuthnPayload.optional(),
  }),
  output: z.object({ open: z.literal(true), recoveryCodesLeft: z.number().int() }),
})
