const nowhere = 'http://nowhere.invalid'

/**
 * A wished destination after sign-in, if it is a path of this origin and not a page of signing in or out; else null.
 * Browsers read a backslash as a slash and drop tabs and line breaks, so '/\evil' and '/<tab>/evil' would leave the origin.
 */
export const safeDestination = (wish: string | null | undefined): string | null => {
  if (!wish || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(wish)) return null
  if (!URL.canParse(wish, nowhere)) return null
  const { origin, pathname, search, hash } = new URL(wish, nowhere)
  // Dots are folded by then: '/.//evil' is '//evil' here.
  if (origin !== nowhere || pathname.startsWith('//') || /^\/auth(\/|$)/i.test(pathname)) return null
  return pathname + search + hash
}

/** The sign-in page that comes back to `from`. */
export const signInAddress = (from: string): string => {
  const next = safeDestination(from)
  return next && next !== '/' ? `/auth/login?next=${encodeURIComponent(next)}` : '/auth/login'
}
