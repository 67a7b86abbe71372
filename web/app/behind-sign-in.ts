import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import type { Session } from '#contract/auth.ts'
import { fetchTexts } from '#web/core/i18n.ts'
import type { Screen } from '#web/core/screen.ts'
import { loadPart } from './load-screen.ts'
import { ScreenFailure } from './route-failure.tsx'
import { mayOpen, screens, startScreen } from './screens.ts'

type Gate = {
  /** The open session; null for nobody. A session that is barred goes to its page. */
  opened: (request: Request) => Promise<Session | null>
  /** Lets nobody pass but who is signed in. */
  guard: (args: LoaderFunctionArgs) => Promise<null>
}

const screenRoute =
  ({ opened }: Gate) =>
  (screen: Screen): RouteObject => ({
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
const home = ({ opened }: Gate): RouteObject => ({
  path: '/crm',
  loader: async ({ request }) => {
    const start = (await opened(request)) && startScreen()
    return start ? redirect(start) : null
  },
  lazy: async () => ({ Component: (await loadPart(() => import('./shell/nothing-here.tsx'))).NothingHere }),
})

/** The shell and every screen in it. */
export const routesBehindSignIn = (gate: Gate): RouteObject => ({
  id: 'shell',
  loader: gate.guard,
  // The session says who I am for as long as the shell stands: moving between screens asks nothing.
  shouldRevalidate: () => false,
  lazy: async () => {
    const [{ Shell }] = await Promise.all([loadPart(() => import('./shell/shell.tsx')), fetchTexts(['refusals'])])
    return { Component: Shell }
  },
  children: [{ ErrorBoundary: ScreenFailure, children: [home(gate), ...screens.map(screenRoute(gate))] }],
})
