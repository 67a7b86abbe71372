import type { ErrorCode } from '#contract/core/errors.ts'
import { type RefusalDetails, RefusalError } from '#rules/refusal-error.ts'

/** `throw refuse('notFound')`: ends the request, and its transaction, with that code. */
export const buildRefusal = (code: ErrorCode, details?: RefusalDetails): RefusalError => new RefusalError(code, details)

const connectionErrorCodes = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'ECONNABORTED',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ],
  ...['57P01', '57P02', '57P03', '08000', '08001', '08003', '08004', '08006', '53300'],
])

/** The driver has no codes for these: a connection that broke, one that broke before, none free in time, no answer. */
const connectionErrorPattern =
  /Connection terminated|connection error and is not queryable|Client was closed|timeout exceeded when trying to connect|Query read timeout/

const getErrorCode = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  const { code } = error as Error & { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Node's own word for a caller who went away while their request was read; its code is that of a broken connection to anybody. */
const isRequestAbort = (error: Error): boolean => error.message === 'aborted' && getErrorCode(error) === 'ECONNRESET'

/** True when the database can't be reached or is starting or stopping: worth another try in a moment. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  !isRequestAbort(error) &&
  (connectionErrorCodes.has(getErrorCode(error)) || connectionErrorPattern.test(error.message))

/** True when a statement ran into the time limit of calls. */
export const isStatementTimeout = (error: unknown): boolean => getErrorCode(error) === '57014'

/** True when something was written on a client who was merged with another record meanwhile. */
export const isMergedClientError = (error: unknown): boolean => getErrorCode(error) === 'AT008'

/** True when there is no room left on a disk, the database's or that of the home folder. */
export const isStorageFull = (error: unknown): boolean => ['53100', 'ENOSPC', 'EDQUOT'].includes(getErrorCode(error))

/** True when the caller is gone, and nobody reads what is answered: their connection broke while the request or the answer was on its way. */
export const isCallerDisconnected = (error: unknown, connection: { destroyed: boolean }): boolean =>
  error instanceof Error &&
  (isRequestAbort(error) || (connection.destroyed && getErrorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE'))

/** True for text that PostgreSQL has no place for: a NUL, bytes that are not UTF-8, half a character in JSON. */
export const isUnstorableTextError = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = getErrorCode(error)
  return ['22021', '22P05'].includes(code) || (code === '22P02' && error.message.endsWith('type json'))
}
