import { createElement } from 'react'
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import type { Session } from '#contract/auth.ts'
import { loadNamespaces } from '#web/core/i18n.ts'
import type { Screen } from '#web/core/screen.ts'
import { UnknownScreenPage } from '#web/features/errors/unknown-route-page.tsx'
import { loadModuleOrReload } from './load-screen.ts'
import { ScreenErrorPage } from './route-failure.tsx'
import { canOpenScreen, findStartPath, homePath, screens } from './screens.ts'

type SessionGuards = {
  /** The open session; null for nobody. A session that is barred goes to its page. */
  requireOpenSession: (request: Request) => Promise<Session | null>
  /** Lets nobody pass but who is signed in. */
  requireSignIn: (args: LoaderFunctionArgs) => Promise<null>
}

/** Its rows are on their way while the shell and the texts still come; who waits for the code hears of its failure. */
const prefetchScreen = (screen: Screen, request: Request): void => {
  screen.load().then(
    ({ prefetch }) => prefetch?.(new URL(request.url)),
    () => undefined,
  )
}

const buildScreenRoute =
  ({ requireOpenSession: opened }: SessionGuards) =>
  (screen: Screen): RouteObject => ({
    path: screen.path,
    handle: screen,
    loader: async ({ request }) => {
      if (!(await opened(request))) return null
      if (!canOpenScreen(screen)) return redirect('/')
      prefetchScreen(screen, request)
      return null
    },
    // Filters live in the query: changing one is not going anywhere.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: async () => {
      const [{ default: Component }] = await Promise.all([
        loadModuleOrReload(screen.load),
        loadNamespaces(screen.texts),
      ])
      return { Component }
    },
  })

const homeScreen = screens.find(({ path }) => path === homePath)!

/** The start page of each person: the dashboard, or another of theirs for whom may not see it. */
const buildHomeRoute = (guards: SessionGuards): RouteObject => {
  const route = buildScreenRoute(guards)(homeScreen)
  return {
    ...route,
    loader: async ({ request }) => {
      if (!(await guards.requireOpenSession(request))) return null
      const start = canOpenScreen(homeScreen) ? null : findStartPath()
      if (start) return redirect(start)
      if (canOpenScreen(homeScreen)) prefetchScreen(homeScreen, request)
      return null
    },
    lazy: async () => {
      const [{ default: Dashboard }, { NoScreensPage }] = await Promise.all([
        loadModuleOrReload(homeScreen.load),
        loadModuleOrReload(() => import('./shell/no-screens-page.tsx')),
        loadNamespaces(homeScreen.texts),
      ])
      return { Component: () => createElement(canOpenScreen(homeScreen) ? Dashboard : NoScreensPage) }
    },
  }
}

/** The shell and every screen in it. */
export const buildAuthenticatedRoutes = (guards: SessionGuards): RouteObject => ({
  id: 'shell',
  loader: guards.requireSignIn,
  // The session says who I am for as long as the shell stands: moving between screens asks nothing.
  shouldRevalidate: () => false,
  lazy: async () => {
    const { Shell } = await loadModuleOrReload(() => import('./shell/shell.tsx'))
    return { Component: Shell }
  },
  children: [
    {
      ErrorBoundary: ScreenErrorPage,
      children: [
        buildHomeRoute(guards),
        ...screens.filter((screen) => screen !== homeScreen).map(buildScreenRoute(guards)),
        // Menu and top bar stay around an address that is none: a longer path than that of the pages without them goes before it.
        ...[homePath, '/clientes'].map((path) => ({ path: `${path}/:unknown/*`, Component: UnknownScreenPage })),
      ],
    },
  ],
})
