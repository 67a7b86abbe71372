import { z } from 'zod'

/** What every refusal says. `code` is also the key of its text; `fields` names what to mend, each by a code. */
export const Refusal = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
})
export type Refusal = z.infer<typeof Refusal>

/** Every code a server may answer with, and its HTTP status. */
export const errorStatus = {
  'request.invalid': 400,
  'request.malformed': 400,
  'request.unsupported': 415,
  'request.tooLarge': 413,
  'session.missing': 401,
  'session.invalid': 401,
  'session.expired': 401,
  'session.revoked': 401,
  'session.idle': 401,
  'session.changed': 409,
  'session.locked': 423,
  'session.secondFactor': 423,
  'session.enrolment': 423,
  'signIn.wrong': 401,
  'google.failed': 401,
  'google.unknown': 404,
  'google.notConfigured': 409,
  'password.wrong': 422,
  'password.sameAsBefore': 422,
  'password.reset': 422,
  'secondFactor.wrong': 422,
  'secondFactor.none': 409,
  'secondFactor.needed': 409,
  'passkey.noDomain': 409,
  'prefix.notYours': 409,
  'permission.missing': 403,
  notFound: 404,
  'conflict.changed': 409,
  'idempotency.differentBody': 422,
  'signIn.tooMany': 429,
  'request.tooMany': 429,
  maintenance: 503,
  internal: 500,
  'database.unavailable': 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus
