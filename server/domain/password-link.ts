import type { EndpointDeps } from '#server/core/routes.ts'

/** What a link that sets a password is recognised by; the link itself is kept nowhere but in the e-mail. */
export const hashPasswordLinkToken = (serving: EndpointDeps, token: string): string =>
  serving.getSecretBox('password-reset').fingerprint(token)

/** Where the link leads. Behind the # nothing of it reaches a log. */
export const buildPasswordLink = (serving: EndpointDeps, token: string): string =>
  `${serving.config.publicUrl}/auth/reset-password#token=${token}`
