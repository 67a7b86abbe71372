import { onState, refreshSession, useSession } from '#web/core/session.ts'
import type { Turn } from '#web/core/standing.ts'
import { noteChange } from '#web/core/tab-notice.ts'
import { isGoing, startAgain } from '#web/core/tabs.ts'
import { barredPage, wayIn } from '#web/core/way-in.ts'
import { leaveForSignIn, router } from './router.tsx'

const barPage = /^\/auth\/(lock-screen2?|second-factor)$/i

/** Where the person is; on the page of a bar, where they were before it. */
const here = (): string => {
  const { pathname, search, hash } = router.state.location
  return barPage.test(pathname) ? (new URLSearchParams(search).get('next') ?? '/') : pathname + search + hash
}

/** Public pages are nobody's: what becomes of a session doesn't concern them. */
const concerned = (): boolean =>
  barPage.test(router.state.location.pathname) || router.state.matches.some(({ route }) => route.id === 'shell')

/** Unlocked in another tab. */
const comeBack = async (): Promise<void> => {
  const { search, state } = router.state.location
  await router.navigate(wayIn(await refreshSession(), search, state), { replace: true })
}

const signInPage = /^\/auth\/(login|signin-signup)2?$/i

/** Another session is the one now: this page begins again in it. Not so the pages that are nobody's, least of all that of signing out. */
const beginAgain = (pathname: string): void => {
  const { userLoggedIn } = useSession.getState()
  if (userLoggedIn || signInPage.test(pathname)) setTimeout(startAgain, noteChange(userLoggedIn))
}

const take = (turn: Turn): void => {
  // This page is being replaced already: what is still answered to it is about the past.
  if (isGoing()) return
  const { pathname } = router.state.location
  if (turn === 'changed') beginAgain(pathname)
  else if (!concerned()) return
  else if (turn === 'denied') void router.navigate('/access-denied')
  else if (turn === 'signedOut') leaveForSignIn(here())
  else if (turn === 'open') void comeBack().catch(() => undefined)
  else {
    const page = barredPage(turn, here())
    // In either frame.
    if (pathname.toLowerCase().replace(/2?\/?$/, '') !== page.split('?', 1)[0])
      void router.navigate(page, { replace: turn !== 'locked' })
  }
}

/** Goes to the page that each turn of the session leads to. A page that can't be left is already there: no turn leads in a circle. */
export const followTurns = (): void => void onState(take)
