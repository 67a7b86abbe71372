import { type ErrorCode, errorStatusCodes } from '#contract/core/errors.ts'

/** What a refusal says beside its code: of which field, how to mend it, when to come again. */
export type RefusalDetails = { message?: string; fields?: Record<string, string>; retryAfterSeconds?: number }

/** A refusal by a rule, which the caller is told: its code decides the status, the text and what can be done. */
export class RefusalError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: RefusalDetails
  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(details.message ?? code)
    this.code = code
    this.status = errorStatusCodes[code]
    this.details = details
  }
}
