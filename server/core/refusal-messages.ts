import type { ErrorCode } from '#contract/core/errors.ts'
import errors from '#locales/en/errors.ts'
import refusals from '#locales/en/refusals.ts'

/** What a program has to be told in other words than a person at a screen, or is told alone. */
const apiErrorMessages = {
  'request.invalid': 'The input does not fit. `fields` names what to mend.',
  'request.malformed': 'The address or the body is malformed.',
  'request.unsupported': 'Send JSON, with content-type application/json.',
  'request.tooLarge': 'The body is too large.',
  'request.tooMany': 'Too many requests in a row. Wait a moment.',
  'request.wrongMethod': 'This address is not called with that method. The header Allow names those that it takes.',
  'session.missing': 'Sign in first, and send the token in the header Authorization: JWT {token}.',
  'session.invalid': 'The token is not valid. Sign in again.',
  'session.expired': 'The session has expired. Sign in again.',
  'session.revoked': 'The session was ended. Sign in again.',
  'session.idle': 'The session ended because nothing happened in it. Sign in again.',
  'session.changed': 'The session is no longer the one that was expected. Ask for it again.',
  'session.locked': 'The session is locked until the password is given again.',
  'session.secondFactor': 'The session waits for the second factor.',
  'session.enrolment': 'The role needs a second factor. Until there is one, only enrolling is answered.',
  'signIn.wrong': 'Wrong user name or password.',
  'google.failed': 'Signing in with Google failed.',
  'google.unknown': 'There is no user of that e-mail in the system.',
  'google.notConfigured': 'No Google client is configured here.',
  'googleCalendar.notConfigured': 'No Google client with a secret is configured here.',
  'googleCalendar.expired': 'The consent took too long, was used, or was begun by somebody else. Begin again.',
  'googleCalendar.refused': 'Google does not take this consent. Begin again.',
  'googleCalendar.scope': 'The calendar was not consented to. Begin again and leave its box ticked.',
  'googleCalendar.unreachable': 'Google can not be reached. Try again in a few minutes.',
  'password.reset': 'The link has expired or was used. Ask for another one.',
  'permission.missing': 'The permission for this is missing.',
  'file.tooLarge': 'The file is too large.',
  'file.unsupported': 'That kind of file is not taken here.',
  'file.notAnImage': 'Send a whole JPEG, PNG, WebP or GIF.',
  'file.pictureTooLarge': 'The picture has too many pixels; save it with 16 megapixels at most.',
  'file.tooComplex': 'Reading the file takes too long or too much memory; split or simplify it.',
  'file.busy': 'Too many files are being read; try again in a few seconds.',
  'file.unavailable': 'This installation can not read pictures.',
  'file.damaged': 'The stored file is missing or damaged and can not be read.',
  notFound: 'There is nothing here, or nothing that you may see.',
  'idempotency.differentBody': 'This idempotency key was used with another body already.',
  'conflict.changed': 'Somebody else has changed this. Read it again before you go on.',
  internal: 'Something went wrong here. The request id finds it in the log.',
  'database.unavailable': 'The database can not be reached. Try again in a moment.',
} as const satisfies Partial<Record<ErrorCode, string>>

/** What a refusal says, in the language of the API's documents: one sentence or two for every code. */
export const refusalMessages: Record<ErrorCode, string> = { ...errors.codes, ...refusals.codes, ...apiErrorMessages }
