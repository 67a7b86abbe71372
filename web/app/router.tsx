import { createBrowserRouter, createPath, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import type { Session } from '#contract/session.ts'
import { signInAddress } from '#web/core/destination.ts'
import { fetchTexts, settleLanguage } from '#web/core/i18n.ts'
import { arriveAt } from '#web/core/module-audit.ts'
import type { Screen } from '#web/core/screen.ts'
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
import { mayOpen, screens, startScreen } from './screens.ts'

/** Where a request of the router goes. What stands behind a # it is never told: the navigation under way knows. */
const pathOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url)
  const going = router.state.navigation.location ?? router.state.location
  return pathname + search + (going.pathname === pathname && going.search === search ? going.hash : '')
}

/** Leaves for the sign-in page, from which the person comes back: by ?next=, and by the state of the navigation. */
export const leaveForSignIn = (from: string): void => {
  const signIn = signInAddress(from)
  // A page of the CRM without any token goes by way of signing out, which clears what may be left; not so a session that just ended.
  const nobody = !readStored('token') && !useSession.getState().endedBecause
  const way = nobody && /^\/crm(\/|\?|$)/i.test(from) ? signIn.replace('/auth/login', '/auth/logout') : signIn
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

const screenRoute = (screen: Screen): RouteObject => ({
  path: screen.path,
  handle: screen,
  loader: async ({ request }) => {
    if (!(await opened(request))) return null
    if (!mayOpen(screen)) return redirect('/')
    // Its rows are on their way while the shell and the texts still come; who waits for the code hears of its failure below.
    screen.load().then(
      ({ ahead }) => ahead?.(new URL(request.url)),
      () => undefined,
    )
    return null
  },
  // Filters live in the query: changing one is not going anywhere.
  shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  lazy: async () => {
    const [{ default: Component }] = await Promise.all([loadPart(screen.load), fetchTexts(screen.texts)])
    return { Component }
  },
})

/** The start page of each person: until there is a dashboard, and for whom may not see it, another of theirs. */
const home: RouteObject = {
  path: '/crm',
  loader: async ({ request }) => {
    const start = (await opened(request)) && startScreen()
    return start ? redirect(start) : null
  },
  lazy: async () => ({ Component: (await loadPart(() => import('./shell/nothing-here.tsx'))).NothingHere }),
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
  {
    id: 'shell',
    loader: guard,
    // The session says who I am for as long as the shell stands: moving between screens asks nothing.
    shouldRevalidate: () => false,
    lazy: async () => ({ Component: (await loadPart(() => import('./shell/shell.tsx'))).Shell }),
    children: [{ ErrorBoundary: RouteFailure, children: [home, ...screens.map(screenRoute)] }],
  },
  // Of the CRM's paths nothing is said to people who aren't signed in.
  { path: '/crm/*', loader: guard, Component: NoRoute },
  { path: '*', Component: NoRoute },
]

export const router = createBrowserRouter([
  { HydrateFallback: Loading, ErrorBoundary: RouteFailure, Component: Root, children: routes },
])

reloadAt(() => {
  const { location } = router.state.navigation
  return location ? createPath(location) : null
})
