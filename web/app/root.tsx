import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { createRetryableImport } from '#web/core/retry-import.ts'
import { useSession } from '#web/core/session.ts'
import { loadWithRetry } from '#web/core/text-loader.ts'
import { loadModuleOrReload } from './load-screen.ts'

/** After what the page itself is waiting for. */
const waitUntilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 3000 })
    else setTimeout(resolve, 1000)
  })

// It comes late: a server that is away just then is back soon, and the page needs no loading again.
const importSessionWatch = createRetryableImport(() => import('./session-watch.tsx'))
const LazySessionWatch = lazy(() =>
  waitUntilIdle().then(() => loadModuleOrReload(() => loadWithRetry(importSessionWatch))),
)

/** Every page, and beside it what watches over a session for as long as there is one. */
export const RootLayout = () => {
  const signedIn = useSession((state) => state.userLoggedIn && !state.loading)
  return (
    <>
      <Outlet />
      {signedIn && (
        <Suspense>
          <LazySessionWatch />
        </Suspense>
      )}
    </>
  )
}
