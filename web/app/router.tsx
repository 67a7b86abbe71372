import {
  createBrowserRouter,
  createPath,
  type LoaderFunctionArgs,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
  redirect,
} from 'react-router'
import type { Session } from '#contract/auth.ts'
import { signInAddress } from '#web/core/destination.ts'
import { settleLanguage } from '#web/core/i18n.ts'
import { arriveAt } from '#web/core/module-audit.ts'
import { restore, useSession } from '#web/core/session.ts'
import { barOf } from '#web/core/standing.ts'
import { readStored } from '#web/core/stored.ts'
import { barredPage } from '#web/core/way-in.ts'
import { NoRoute } from '#web/features/errors/no-route.tsx'
import { loadPart, reloadAt } from './load-screen.ts'
import { Loading } from './loading.tsx'
import { publicPages } from './public-pages.ts'
import { Root } from './root.tsx'
import { RouteFailure } from './route-failure.tsx'

/** Where a request of the router goes. What stands behind a # it is never told: the navigation under way knows. */
const pathOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url)
  const going = router.state.navigation.location ?? router.state.location
  return pathname + search + (going.pathname === pathname && going.search === search ? going.hash : '')
}

const crmPath = /^\/crm(\/|\?|$)/i

/** Leaves for the sign-in page, from which the person comes back: by ?next=, and by the state of the navigation. */
export const leaveForSignIn = (from: string): void => {
  const signIn = signInAddress(from)
  // A page of the CRM without any token goes by way of signing out, which clears what may be left; not so a session that just ended.
  const nobody = !readStored('token') && !useSession.getState().endedBecause
  const way = nobody && crmPath.test(from) ? signIn.replace('/auth/login', '/auth/logout') : signIn
  void router.navigate(way, { replace: true, state: { from } })
}

const never = new Promise<never>(() => {})

/** The open session; a session that is barred goes to its page first. Null for nobody. */
const opened = async (request: Request): Promise<Session | null> => {
  try {
    return await restore()
  } catch (error) {
    const barred = barOf(error)
    throw barred ? redirect(barredPage(barred, pathOf(request))) : error
  }
}

const guard = async ({ request }: LoaderFunctionArgs): Promise<null> => {
  if (await opened(request)) {
    await settleLanguage()
    return null
  }
  leaveForSignIn(pathOf(request))
  // The navigation above takes this one's place.
  return never
}

/** A module of its own for the audit, and then /crm. */
const entrance: RouteObject = {
  path: '/',
  loader: async ({ request }) => {
    if (await opened(request)) arriveAt('/', 'bt_inicio')
    return redirect('/crm')
  },
  Component: Loading,
}

const routes: RouteObject[] = [
  entrance,
  ...publicPages,
  // Of the CRM's paths nothing is said to people who aren't signed in.
  { path: '/crm/*', loader: guard, Component: NoRoute },
  { path: '*', Component: NoRoute },
]

const behindSignIn = () => import('./behind-sign-in.ts')

let known = false
/** The shell and its screens become known when somebody first goes to an address that is no public page. */
const learn: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  // Nobody is let into the CRM in any case: the guard below leads to the sign-in page.
  if (known || (!readStored('token') && crmPath.test(path))) return
  const { routesBehindSignIn } = await loadPart(behindSignIn)
  if (known) return
  known = true
  patch('root', [routesBehindSignIn({ opened, guard })])
}

export const router = createBrowserRouter(
  [{ id: 'root', HydrateFallback: Loading, ErrorBoundary: RouteFailure, Component: Root, children: routes }],
  { patchRoutesOnNavigation: learn },
)

/** Whoever types on a public page is about to come in: the way is read up to then. */
export const comeCloser = (): void => {
  const fetchAhead = (): void => void behindSignIn().catch(() => undefined)
  addEventListener('input', fetchAhead, { once: true })
}

reloadAt(() => {
  const { location } = router.state.navigation
  return location ? createPath(location) : null
})
