import type { EndpointDeps } from '#server/core/routes.ts'

/** What a link that sets a password is recognised by; the link itself is kept nowhere but in the e-mail. */
export const hashPasswordLinkToken = (deps: EndpointDeps, token: string): string =>
  deps.getSecretBox('password-reset').fingerprint(token)

/** Where the link leads. Behind the # nothing of it reaches a log. */
export const buildPasswordLink = (deps: EndpointDeps, token: string): string =>
  `${deps.config.publicUrl}/auth/reset-password#token=${token}`
