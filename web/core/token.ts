/** What a well-formed JWT says; null for anything else. Nobody has checked its signature. */
export const decodeTokenPayload = (token: string): Record<string, unknown> | null => {
  const parts = token.split('.')
  if (parts.length !== 3) return null
  try {
    const bytes = Uint8Array.from(atob(parts[1]!.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof payload === 'object' ? (payload as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

/** When a token ends, in seconds since 1970; null if it isn't a well-formed JWT with an expiry. */
export const getTokenExpiry = (token: string): number | null => {
  const expiry = decodeTokenPayload(token)?.exp
  return typeof expiry === 'number' ? expiry : null
}
