import type { ComponentType } from 'react'
import { type LoaderFunction, type RouteObject, redirect } from 'react-router'
import { buildRestrictionPath, resolveEntryPath } from '#web/core/entry-path.ts'
import { loadNamespaces } from '#web/core/i18n.ts'
import { readStored } from '#web/core/local-storage.ts'
import { clearSession, logout, restoreSession, useSession } from '#web/core/session.ts'
import { lockSession } from '#web/core/session-actions.ts'
import { getSessionRestriction } from '#web/core/session-status.ts'
import { captureUrlFragment } from '#web/features/auth/captured-fragment.ts'
import { LoginScreen } from '#web/features/auth/login-screen.tsx'
import { AccessDenied } from '#web/features/errors/access-denied.tsx'
import { loadModuleOrReload } from './load-screen.ts'

const getRequestSearch = (request: Request): string => new URL(request.url).search
const getPageVariantSuffix = (request: Request): string => (/2\/?$/.test(new URL(request.url).pathname) ? '2' : '')

/** Who is signed in has nothing to do here and goes on; barred, to the page of that. */
const redirectSignedInLoader: LoaderFunction = async ({ request }) => {
  const search = getRequestSearch(request)
  try {
    return (await restoreSession()) ? redirect(resolveEntryPath('open', search, null)) : null
  } catch (error) {
    const restriction = getSessionRestriction(error)
    if (restriction) return redirect(resolveEntryPath(restriction, search, null))
    throw error
  }
}

/** Signs out whoever is in. Who comes by without a session, on the way to somewhere, goes on to signing in. */
const logoutLoader: LoaderFunction = ({ request }) => {
  const search = getRequestSearch(request)
  const { endedBecause } = useSession.getState()
  if (readStored('token') !== null) void logout()
  else {
    clearSession(endedBecause)
    if (new URLSearchParams(search).has('next')) return redirect(`/auth/login${getPageVariantSuffix(request)}${search}`)
  }
  return null
}

/** A lock screen that shows is a session that is locked: opening the page by its address locks it. */
const lockScreenLoader: LoaderFunction = async ({ request }) => {
  const search = getRequestSearch(request)
  if (useSession.getState().restriction === 'locked') return null
  try {
    if (!(await restoreSession())) return redirect(`/auth/login${getPageVariantSuffix(request)}${search}`)
  } catch (error) {
    const restriction = getSessionRestriction(error)
    if (restriction === 'locked') return null
    if (restriction) return redirect(buildRestrictionPath(restriction, new URLSearchParams(search).get('next')))
    throw error
  }
  await lockSession()
  return null
}

/** Only while the session waits for it: who is in already goes on. */
const secondFactorLoader: LoaderFunction = async ({ request }) => {
  const search = getRequestSearch(request)
  if (useSession.getState().restriction === 'secondFactor') return null
  try {
    return redirect((await restoreSession()) ? resolveEntryPath('open', search, null) : `/auth/login${search}`)
  } catch (error) {
    const restriction = getSessionRestriction(error)
    if (restriction === 'secondFactor') return null
    if (restriction) return redirect(resolveEntryPath(restriction, search, null))
    throw error
  }
}

/** Keeps what came behind the # out of the address and the history. */
const captureFragmentLoader: LoaderFunction = () => {
  captureUrlFragment()
  return null
}

type LoadPage = () => Promise<{ default: ComponentType }>
type PublicTextNamespaces = readonly ('session' | 'public' | 'personal-area' | 'public-links' | 'info-form-fields')[]
const buildPublicRoute = (
  path: string,
  texts: PublicTextNamespaces,
  load: LoadPage,
  loader?: LoaderFunction,
): RouteObject => ({
  path,
  ...(loader && { loader }),
  lazy: async () => {
    const [{ default: Component }] = await Promise.all([loadModuleOrReload(load), loadNamespaces(texts)])
    return { Component }
  },
})

/** A page of signing in or out, in both frames. */
const buildAuthRoutes = (name: string, load: LoadPage, loader?: LoaderFunction): RouteObject[] =>
  ['', '2'].map((frame) => buildPublicRoute(`/auth/${name}${frame}`, ['session'], load, loader))

const buildErrorRoutes = (path: string, load: LoadPage): RouteObject[] =>
  ['', '-two'].map((frame) => buildPublicRoute(`${path}${frame}`, ['public'], load))

/** Every page outside the shell that has an address of its own. */
export const publicRoutes: readonly RouteObject[] = [
  { path: '/auth/login', Component: LoginScreen, loader: redirectSignedInLoader },
  { path: '/auth/login2', Component: LoginScreen, loader: redirectSignedInLoader },
  ...buildAuthRoutes('register', () => import('#web/features/auth/register-screen.tsx')),
  ...buildAuthRoutes('confirm', () => import('#web/features/auth/confirm-screen.tsx')),
  ...buildAuthRoutes('forget-password', () => import('#web/features/auth/forget-password-screen.tsx')),
  ...buildAuthRoutes(
    'signin-signup',
    () => import('#web/features/auth/signin-signup-screen.tsx'),
    redirectSignedInLoader,
  ),
  ...buildAuthRoutes('lock-screen', () => import('#web/features/auth/lock-screen.tsx'), lockScreenLoader),
  ...buildAuthRoutes('logout', () => import('#web/features/auth/logout-screen.tsx'), logoutLoader),
  buildPublicRoute(
    '/auth/second-factor',
    ['personal-area'],
    () => import('#web/features/auth/second-factor-screen.tsx'),
    secondFactorLoader,
  ),
  buildPublicRoute(
    '/auth/reset-password',
    ['session'],
    () => import('#web/features/auth/reset-password-screen.tsx'),
    captureFragmentLoader,
  ),
  buildPublicRoute(
    '/auth/google',
    ['session'],
    () => import('#web/features/auth/google-callback-screen.tsx'),
    captureFragmentLoader,
  ),
  buildPublicRoute(
    '/public/consent/:token',
    ['public-links'],
    () => import('#web/features/public-links/consent-page.tsx'),
  ),
  buildPublicRoute(
    '/public/form/:token',
    ['public-links', 'info-form-fields'],
    () => import('#web/features/public-links/form-page.tsx'),
  ),
  buildPublicRoute('/landing', ['public'], () => import('#web/features/public/landing-page.tsx')),
  buildPublicRoute('/maintenance', ['public'], () => import('#web/features/public/maintenance-page.tsx')),
  buildPublicRoute('/upcoming', ['public'], () => import('#web/features/public/upcoming-page.tsx')),
  ...buildErrorRoutes('/error-404', () => import('#web/features/errors/not-found-page.tsx')),
  ...buildErrorRoutes('/error-500', () => import('#web/features/errors/server-error-page.tsx')),
  { path: '/access-denied', Component: AccessDenied },
]
