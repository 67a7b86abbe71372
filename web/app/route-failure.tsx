import { isRouteErrorResponse, useRouteError } from 'react-router'
import { CallError } from '#web/core/call.ts'
import { ServerUnavailablePage } from '#web/features/errors/server-unavailable-page.tsx'
import { UnexpectedErrorPage } from '#web/features/errors/unexpected-error-page.tsx'
import { UnknownRoutePage } from '#web/features/errors/unknown-route-page.tsx'
import { isServerReachable } from './load-screen.ts'

/** In place of a page that failed to load or broke while drawing. */
export const RouteErrorPage = ({ isInShell = false }: { isInShell?: boolean }) => {
  const error = useRouteError()
  // An address with a line break in it fits no path, not even the one for all others.
  if (isRouteErrorResponse(error) && error.status === 404) return <UnknownRoutePage />
  return error instanceof CallError ? (
    <ServerUnavailablePage error={error} isReachable={isServerReachable} isInShell={isInShell} />
  ) : (
    <UnexpectedErrorPage isInShell={isInShell} />
  )
}

/** The same inside the shell. */
export const ScreenErrorPage = () => <RouteErrorPage isInShell />
