/** When a token ends, in seconds since 1970; null if it isn't a well-formed JWT with an expiry. */
const expiryOf = (token: string): number | null => {
  const parts = token.split('.')
  if (parts.length !== 3) return null
  try {
    const payload: unknown = JSON.parse(atob(parts[1]!.replaceAll('-', '+').replaceAll('_', '/')))
    const expiry = (payload as { exp?: unknown } | null)?.exp
    return typeof expiry === 'number' ? expiry : null
  } catch {
    return null
  }
}

/** True for a well-formed token whose expiry lies after `now` (milliseconds). The server alone checks its signature. */
export const isLive = (token: string | null, now: number): token is string => {
  const expiry = token === null ? null : expiryOf(token)
  return expiry !== null && expiry * 1000 > now
}
