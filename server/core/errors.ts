import { type ErrorCode, errorStatus } from '#contract/core/errors.ts'

type Details = { message?: string; fields?: Record<string, string>; retryAfterSeconds?: number }

/** A refusal that the caller is told about: its code decides the status, the text and what can be done. */
export class Refused extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Details
  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? code)
    this.code = code
    this.status = errorStatus[code]
    this.details = details
  }
}

/** `throw refuse('notFound')`: ends the request, and its transaction, with that code. */
export const refuse = (code: ErrorCode, details?: Details): Refused => new Refused(code, details)

const databaseIsAway = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '53300',
])

/** True when the database can't be reached or is starting or stopping: worth another try in a moment. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown }
  return (
    (typeof code === 'string' && databaseIsAway.has(code)) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
}

/** True for text that PostgreSQL has no place for: a NUL, bytes that are not UTF-8, half a character in JSON. */
export const isUnstorable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code = '', message } = error as Error & { code?: string }
  return ['22021', '22P05'].includes(code) || (code === '22P02' && message.endsWith('type json'))
}
