import { isRouteErrorResponse, useRouteError } from 'react-router'
import { CallError } from '#web/core/call.ts'
import { NoRoute } from '#web/features/errors/no-route.tsx'
import { ServerAway } from '#web/features/errors/server-away.tsx'
import { Unexpected } from '#web/features/errors/unexpected.tsx'

/** In place of a page that failed to load or broke while drawing. */
export const RouteFailure = ({ inside = false }: { inside?: boolean }) => {
  const error = useRouteError()
  // An address with a line break in it fits no path, not even the one for all others.
  if (isRouteErrorResponse(error) && error.status === 404) return <NoRoute />
  return error instanceof CallError ? <ServerAway error={error} inside={inside} /> : <Unexpected inside={inside} />
}

/** The same inside the shell. */
export const ScreenFailure = () => <RouteFailure inside />
