import {
  createBrowserRouter,
  createPath,
  type LoaderFunctionArgs,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
  redirect,
} from 'react-router'
import type { Session } from '#contract/auth.ts'
import { buildSignInPath } from '#web/core/destination.ts'
import { buildRestrictionPath } from '#web/core/entry-path.ts'
import { waitForSessionLanguage } from '#web/core/i18n.ts'
import { readStored } from '#web/core/local-storage.ts'
import { auditModuleVisit } from '#web/core/module-audit.ts'
import { restoreSession, useSession } from '#web/core/session.ts'
import { getSessionRestriction } from '#web/core/session-status.ts'
import { UnknownRoutePage } from '#web/features/errors/unknown-route-page.tsx'
import { loadModuleOrReload, setReloadDestination } from './load-screen.ts'
import { Loading } from './loading.tsx'
import { publicRoutes } from './public-routes.ts'
import { RootLayout } from './root.tsx'
import { RouteErrorPage } from './route-failure.tsx'

/** Where a request of the router goes. What stands behind a # it is never told: the navigation under way knows. */
const getRequestPath = (request: Request): string => {
  const { pathname, search } = new URL(request.url)
  const going = router.state.navigation.location ?? router.state.location
  return pathname + search + (going.pathname === pathname && going.search === search ? going.hash : '')
}

const crmPathPattern = /^\/crm(\/|\?|$)/i

/** Leaves for the sign-in page, from which the person comes back: by ?next=, and by the state of the navigation. */
export const redirectToSignIn = (from: string): void => {
  const signIn = buildSignInPath(from)
  // A page of the CRM without any token goes by way of signing out, which clears what may be left; not so a session that just ended.
  const isSignedOut = !readStored('token') && !useSession.getState().endedBecause
  const signInPath = isSignedOut && crmPathPattern.test(from) ? signIn.replace('/auth/login', '/auth/logout') : signIn
  void router.navigate(signInPath, { replace: true, state: { from } })
}

const neverResolvingPromise = new Promise<never>(() => {})

/** The open session; a session that is barred goes to its page first. Null for nobody. */
const restoreOpenSession = async (request: Request): Promise<Session | null> => {
  try {
    return await restoreSession()
  } catch (error) {
    const restriction = getSessionRestriction(error)
    throw restriction ? redirect(buildRestrictionPath(restriction, getRequestPath(request))) : error
  }
}

const requireSignInLoader = async ({ request }: LoaderFunctionArgs): Promise<null> => {
  if (await restoreOpenSession(request)) {
    await waitForSessionLanguage()
    return null
  }
  redirectToSignIn(getRequestPath(request))
  // The navigation above takes this one's place.
  return neverResolvingPromise
}

/** A module of its own for the audit, and then /crm. */
const rootRoute: RouteObject = {
  path: '/',
  loader: async ({ request }) => {
    if (await restoreOpenSession(request)) auditModuleVisit('/', 'bt_inicio')
    return redirect('/crm')
  },
  Component: Loading,
}

const publicAppRoutes: RouteObject[] = [
  rootRoute,
  ...publicRoutes,
  // Of the CRM's paths nothing is said to people who aren't signed in.
  { path: '/crm/*', loader: requireSignInLoader, Component: UnknownRoutePage },
  { path: '*', Component: UnknownRoutePage },
]

const importAuthenticatedRoutes = () => import('./authenticated-routes.ts')

let areShellRoutesAdded = false
/** The shell and its screens become known when somebody first goes to an address that is no public page. */
const addShellRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  // Nobody is let into the CRM in any case: the guard below leads to the sign-in page.
  if (areShellRoutesAdded || (!readStored('token') && crmPathPattern.test(path))) return
  const { buildAuthenticatedRoutes: routesBehindSignIn } = await loadModuleOrReload(importAuthenticatedRoutes)
  if (areShellRoutesAdded) return
  areShellRoutesAdded = true
  patch('root', [routesBehindSignIn({ requireOpenSession: restoreOpenSession, requireSignIn: requireSignInLoader })])
}

export const router = createBrowserRouter(
  [
    {
      id: 'root',
      HydrateFallback: Loading,
      ErrorBoundary: RouteErrorPage,
      Component: RootLayout,
      children: publicAppRoutes,
    },
  ],
  { patchRoutesOnNavigation: addShellRoutes },
)

/** Whoever types on a public page is about to come in: the way is read up to then. */
export const prefetchShellOnInput = (): void => {
  const prefetchShell = (): void => void importAuthenticatedRoutes().catch(() => undefined)
  addEventListener('input', prefetchShell, { once: true })
}

setReloadDestination(() => {
  const { location } = router.state.navigation
  return location ? createPath(location) : null
})
