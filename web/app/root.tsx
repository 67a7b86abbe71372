import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { again } from '#web/core/again.ts'
import { useSession } from '#web/core/session.ts'
import { persistently } from '#web/core/texts.ts'
import { loadPart } from './load-screen.ts'

/** After what the page itself is waiting for. */
const quiet = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 3000 })
    else setTimeout(resolve, 1000)
  })

// It comes late: a server that is away just then is back soon, and the page needs no loading again.
const watch = again(() => import('./session-watch.tsx'))
const SessionWatch = lazy(() => quiet().then(() => loadPart(() => persistently(watch))))

/** Every page, and beside it what watches over a session for as long as there is one. */
export const Root = () => {
  const signedIn = useSession((state) => state.userLoggedIn && !state.loading)
  return (
    <>
      <Outlet />
      {signedIn && (
        <Suspense>
          <SessionWatch />
        </Suspense>
      )}
    </>
  )
}
