import { z } from 'zod'
import { endpoint } from './core/endpoint.ts'
import { Id, Instant, Line } from './core/values.ts'

/** Six digits of an authenticator app. */
const Code = z.string().regex(/^\d{6}$/)
/** What WebAuthn's own library reads and writes: passed through as it is. */
const WebAuthn = z.record(z.string(), z.unknown())
/**
 * Asked again before a change of what guards the account: a code (of the app, or a recovery code) of somebody who has a second factor,
 * the password of anybody else. Not asked for ten minutes after a second factor was given. What is missing is named in `fields`: `required`.
 */
const confirmation = { password: z.string().min(1).max(1000).optional(), code: z.string().max(40).optional() }

export const SecondFactor = z.object({
  /** Whether my role has to have one here. */
  required: z.boolean(),
  totp: z.object({ confirmedAt: Instant }).nullable(),
  passkeys: z.array(z.object({ id: Id, name: z.string(), createdAt: Instant, usedAt: Instant.nullable() })),
  recoveryCodesLeft: z.number().int(),
  /** The one origin on which passkeys can be made and used; null where the installation's address can have none. */
  passkeysAt: z.string().nullable(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/me/second-factor',
  summary: 'My authenticator app, passkeys and recovery codes',
  open: 'signedIn',
  during: ['enrolment'],
  output: SecondFactor,
})

/** Makes a new secret that counts once `confirmTotp` has seen a code of it; until then an app that is in use goes on counting. */
export const beginTotp = endpoint({
  method: 'POST',
  path: '/me/second-factor/totp',
  summary: 'A secret for an authenticator app, as text and as the otpauth address of its QR code',
  open: 'signedIn',
  during: ['enrolment'],
  body: z.object(confirmation),
  output: z.object({ secret: z.string(), address: z.string() }),
})

/** The first second factor comes with ten recovery codes, shown this once; null where there are some already. */
export const confirmTotp = endpoint({
  method: 'POST',
  path: '/me/second-factor/totp/confirm',
  summary: 'Use the authenticator app from now on',
  open: 'signedIn',
  during: ['enrolment'],
  body: z.object({ code: Code }),
  output: z.object({ recoveryCodes: z.array(z.string()).nullable() }),
})

export const removeTotp = endpoint({
  method: 'POST',
  path: '/me/second-factor/totp/remove',
  summary: 'Stop using the authenticator app',
  open: 'signedIn',
  body: z.object(confirmation),
  output: z.object({ removed: z.literal(true) }),
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/me/second-factor/passkeys/options',
  summary: 'What the browser needs to make a passkey',
  open: 'signedIn',
  during: ['enrolment'],
  body: z.object(confirmation),
  output: z.object({ options: WebAuthn }),
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/me/second-factor/passkeys',
  summary: 'Keep the passkey that the browser made',
  open: 'signedIn',
  during: ['enrolment'],
  body: z.object({ name: Line(1, 80), response: WebAuthn }),
  output: z.object({ recoveryCodes: z.array(z.string()).nullable() }),
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/me/second-factor/passkeys/:passkeyId/remove',
  summary: 'Stop using a passkey',
  open: 'signedIn',
  params: z.object({ passkeyId: Id }),
  body: z.object(confirmation),
  output: z.object({ removed: z.literal(true) }),
})

/** A code or a passkey is asked for even within those ten minutes, unless it was given within the last one. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/me/second-factor/recovery-codes',
  summary: 'Ten new recovery codes; the old ones stop working',
  open: 'signedIn',
  body: z.object(confirmation),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
})

/** After the password: which ways this person can prove themselves. */
export const secondFactorWays = endpoint({
  method: 'GET',
  path: '/session/second-factor',
  summary: 'How this session can be opened: authenticator app, passkey, recovery code',
  open: 'signedIn',
  during: ['secondFactor'],
  output: z.object({ totp: z.boolean(), passkey: z.boolean(), recoveryCode: z.boolean() }),
})

export const passkeyOptions = endpoint({
  method: 'POST',
  path: '/session/second-factor/passkey/options',
  inView: 'opens the session',
  summary: 'What the browser needs to use a passkey',
  open: 'signedIn',
  during: ['secondFactor'],
  body: z.object({}),
  output: z.object({ options: WebAuthn }),
})

/** Exactly one of the three. Each code counts once; wrong ones are slowed down as passwords are. */
export const giveSecondFactor = endpoint({
  method: 'POST',
  path: '/session/second-factor',
  inView: 'opens the session',
  summary: 'Open this session with a code, a recovery code or a passkey',
  open: 'signedIn',
  during: ['secondFactor'],
  body: z.object({ code: Code.optional(), recoveryCode: z.string().max(40).optional(), passkey: WebAuthn.optional() }),
  output: z.object({ open: z.literal(true), recoveryCodesLeft: z.number().int() }),
})
