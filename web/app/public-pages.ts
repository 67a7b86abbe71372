import type { ComponentType } from 'react'
import { type LoaderFunction, type RouteObject, redirect } from 'react-router'
import { fetchTexts } from '#web/core/i18n.ts'
import { forget, lock, logout, restore, useSession } from '#web/core/session.ts'
import { barOf } from '#web/core/standing.ts'
import { readStored } from '#web/core/stored.ts'
import { barredPage, wayIn } from '#web/core/way-in.ts'
import { takeFragment } from '#web/features/auth/fragment.ts'
import { LoginScreen } from '#web/features/auth/login-screen.tsx'
import { AccessDenied } from '#web/features/errors/access-denied.tsx'
import { loadPart } from './load-screen.ts'

const searchOf = (request: Request): string => new URL(request.url).search
const frameOf = (request: Request): string => (/2\/?$/.test(new URL(request.url).pathname) ? '2' : '')

/** Who is signed in has nothing to do here and goes on; barred, to the page of that. */
const strangersOnly: LoaderFunction = async ({ request }) => {
  const search = searchOf(request)
  try {
    return (await restore()) ? redirect(wayIn('open', search, null)) : null
  } catch (error) {
    const barred = barOf(error)
    if (barred) return redirect(wayIn(barred, search, null))
    throw error
  }
}

/** Signs out whoever is in. Who comes by without a session, on the way to somewhere, goes on to signing in. */
const leave: LoaderFunction = ({ request }) => {
  const search = searchOf(request)
  const { endedBecause } = useSession.getState()
  if (readStored('token') !== null) void logout()
  else {
    forget(endedBecause)
    if (new URLSearchParams(search).has('next')) return redirect(`/auth/login${frameOf(request)}${search}`)
  }
  return null
}

/** A lock screen that shows is a session that is locked: opening the page by its address locks it. */
const locked: LoaderFunction = async ({ request }) => {
  const search = searchOf(request)
  if (useSession.getState().barred === 'locked') return null
  try {
    if (!(await restore())) return redirect(`/auth/login${frameOf(request)}${search}`)
  } catch (error) {
    const barred = barOf(error)
    if (barred === 'locked') return null
    if (barred) return redirect(barredPage(barred, new URLSearchParams(search).get('next')))
    throw error
  }
  await lock()
  return null
}

/** Only while the session waits for it: who is in already goes on. */
const waiting: LoaderFunction = async ({ request }) => {
  const search = searchOf(request)
  if (useSession.getState().barred === 'secondFactor') return null
  try {
    return redirect((await restore()) ? wayIn('open', search, null) : `/auth/login${search}`)
  } catch (error) {
    const barred = barOf(error)
    if (barred === 'secondFactor') return null
    if (barred) return redirect(wayIn(barred, search, null))
    throw error
  }
}

/** Keeps what came behind the # out of the address and the history. */
const withSecret: LoaderFunction = () => {
  takeFragment()
  return null
}

type Load = () => Promise<{ default: ComponentType }>
type Texts = readonly ('session' | 'public' | 'personal-area')[]
const page = (path: string, texts: Texts, load: Load, loader?: LoaderFunction): RouteObject => ({
  path,
  ...(loader && { loader }),
  lazy: async () => {
    const [{ default: Component }] = await Promise.all([loadPart(load), fetchTexts(texts)])
    return { Component }
  },
})

/** A page of signing in or out, in both frames. */
const twice = (name: string, load: Load, loader?: LoaderFunction): RouteObject[] =>
  ['', '2'].map((frame) => page(`/auth/${name}${frame}`, ['session'], load, loader))

const both = (path: string, load: Load): RouteObject[] =>
  ['', '-two'].map((frame) => page(`${path}${frame}`, ['public'], load))

/** Every page outside the shell that has an address of its own. */
export const publicPages: readonly RouteObject[] = [
  { path: '/auth/login', Component: LoginScreen, loader: strangersOnly },
  { path: '/auth/login2', Component: LoginScreen, loader: strangersOnly },
  ...twice('register', () => import('#web/features/auth/register-screen.tsx')),
  ...twice('confirm', () => import('#web/features/auth/confirm-screen.tsx')),
  ...twice('forget-password', () => import('#web/features/auth/forget-password-screen.tsx')),
  ...twice('signin-signup', () => import('#web/features/auth/signin-signup-screen.tsx'), strangersOnly),
  ...twice('lock-screen', () => import('#web/features/auth/lock-screen.tsx'), locked),
  ...twice('logout', () => import('#web/features/auth/logout-screen.tsx'), leave),
  page('/auth/second-factor', ['personal-area'], () => import('#web/features/auth/second-factor-screen.tsx'), waiting),
  page('/auth/reset-password', ['session'], () => import('#web/features/auth/reset-password-screen.tsx'), withSecret),
  page('/auth/google', ['session'], () => import('#web/features/auth/google-screen.tsx'), withSecret),
  page('/landing', ['public'], () => import('#web/features/public/landing-page.tsx')),
  page('/maintenance', ['public'], () => import('#web/features/public/maintenance-page.tsx')),
  page('/upcoming', ['public'], () => import('#web/features/public/upcoming-page.tsx')),
  ...both('/error-404', () => import('#web/features/errors/not-found-page.tsx')),
  ...both('/error-500', () => import('#web/features/errors/server-error-page.tsx')),
  { path: '/access-denied', Component: AccessDenied },
]
