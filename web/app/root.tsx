import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { useSession } from '#web/core/session.ts'
import { loadPart } from './load-screen.ts'

/** After what the page itself is waiting for. */
const quiet = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 3000 })
    else setTimeout(resolve, 1000)
  })

const SessionWatch = lazy(() => quiet().then(() => loadPart(() => import('./session-watch.tsx'))))

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
