import type { Serving } from '#server/core/serve.ts'

/** What a link that sets a password is recognised by; the link itself is kept nowhere but in the e-mail. */
export const linkFingerprint = (serving: Serving, token: string): string =>
  serving.boxOf('password-reset').fingerprint(token)

/** Where the link leads. Behind the # nothing of it reaches a log. */
export const passwordLink = (serving: Serving, token: string): string =>
  `${serving.config.publicUrl}/auth/reset-password#token=${token}`
