const placeholderOrigin = 'http://nowhere.invalid'

/**
 * A wished destination after sign-in, if it is a path of this origin and not a page of signing in or out; else null.
 * Browsers read a backslash as a slash and drop tabs and line breaks, so '/\evil' and '/<tab>/evil' would leave the origin.
 */
export const sanitizeDestination = (destination: string | null | undefined): string | null => {
  if (!destination || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(destination)) return null
  if (!URL.canParse(destination, placeholderOrigin)) return null
  const { origin, pathname, search, hash } = new URL(destination, placeholderOrigin)
  // Dots are folded by then: '/.//evil' is '//evil' here.
  if (origin !== placeholderOrigin || pathname.startsWith('//') || /^\/auth(\/|$)/i.test(pathname)) return null
  return pathname + search + hash
}

/** The sign-in page that comes back to `from`. */
export const buildSignInPath = (from: string): string => {
  const next = sanitizeDestination(from)
  return next && next !== '/' ? `/auth/login?next=${encodeURIComponent(next)}` : '/auth/login'
}
