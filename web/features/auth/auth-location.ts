import { useLocation, useNavigate } from 'react-router'
import { resolveEntryPath } from '#web/core/entry-path.ts'
import type { SessionStatus } from '#web/core/session-status.ts'

/** The pages of signing in and out that exist twice: in one card, and in the split frame. */
type FramedAuthPage = 'login' | 'register' | 'confirm' | 'forget-password' | 'signin-signup' | 'lock-screen' | 'logout'

/** Another of these pages from the one at `pathname`: of the same frame, and keeping where the person was going. */
export const buildAuthPath = (
  page: FramedAuthPage,
  { pathname, search }: { pathname: string; search: string },
): string => {
  const next = new URLSearchParams(search).get('next')
  const frame = /2\/?$/.test(pathname) ? '2' : ''
  return `/auth/${page}${frame}${next ? `?next=${encodeURIComponent(next)}` : ''}`
}

/** Where one stands among the pages of signing in, and the ways on. */
export const useAuthLocation = () => {
  const location = useLocation()
  const navigate = useNavigate()
  return {
    split: /2\/?$/.test(location.pathname),
    search: location.search,
    state: location.state as unknown,
    to: (page: FramedAuthPage): string => buildAuthPath(page, location),
    /** On to where the person was going, or to what bars the way. */
    goIn: async (entry: SessionStatus): Promise<void> => {
      await navigate(resolveEntryPath(entry, location.search, location.state), { replace: true })
    },
  }
}
