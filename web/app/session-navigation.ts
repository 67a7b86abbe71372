import { buildRestrictionPath, resolveEntryPath } from '#web/core/entry-path.ts'
import { onSessionEvent, refreshSession, useSession } from '#web/core/session.ts'
import { recordSessionChange } from '#web/core/session-change-notice.ts'
import type { SessionEvent } from '#web/core/session-status.ts'
import { isPageLeaving, reloadPage } from '#web/core/tab-session.ts'
import { redirectToSignIn, router } from './router.tsx'

const restrictedPagePattern = /^\/auth\/(lock-screen2?|second-factor)$/i

/** Where the person is; on the page of a bar, where they were before it. */
const getReturnPath = (): string => {
  const { pathname, search, hash } = router.state.location
  return restrictedPagePattern.test(pathname)
    ? (new URLSearchParams(search).get('next') ?? '/')
    : pathname + search + hash
}

/** Public pages are nobody's: what becomes of a session doesn't concern them. */
const isSessionPage = (): boolean =>
  restrictedPagePattern.test(router.state.location.pathname) ||
  router.state.matches.some(({ route }) => route.id === 'shell')

/** Unlocked in another tab. */
const navigateAfterUnlock = async (): Promise<void> => {
  const { search, state } = router.state.location
  await router.navigate(resolveEntryPath(await refreshSession(), search, state), { replace: true })
}

const signInPagePattern = /^\/auth\/(login|signin-signup)2?$/i

/** Another session is the one now: this page begins again in it. Not so the pages that are nobody's, least of all that of signing out. */
const reloadForNewSession = (pathname: string): void => {
  const { userLoggedIn } = useSession.getState()
  if (userLoggedIn || signInPagePattern.test(pathname)) setTimeout(reloadPage, recordSessionChange(userLoggedIn))
}

const handleSessionEvent = (sessionEvent: SessionEvent): void => {
  // This page is being replaced already: what is still answered to it is about the past.
  if (isPageLeaving()) return
  const { pathname } = router.state.location
  if (sessionEvent === 'changed') reloadForNewSession(pathname)
  else if (!isSessionPage()) return
  else if (sessionEvent === 'denied') void router.navigate('/access-denied')
  else if (sessionEvent === 'signedOut') redirectToSignIn(getReturnPath())
  else if (sessionEvent === 'open') void navigateAfterUnlock().catch(() => undefined)
  else {
    const page = buildRestrictionPath(sessionEvent, getReturnPath())
    // In either frame.
    if (pathname.toLowerCase().replace(/2?\/?$/, '') !== page.split('?', 1)[0])
      void router.navigate(page, { replace: sessionEvent !== 'locked' })
  }
}

/** Goes to the page that each turn of the session leads to. A page that can't be left is already there: no turn leads in a circle. */
export const startSessionNavigation = (): void => void onSessionEvent(handleSessionEvent)
