import { useRouteError } from 'react-router'
import { CallError } from '#web/core/call.ts'
import { ServerAway } from '#web/features/errors/server-away.tsx'
import { Unexpected } from '#web/features/errors/unexpected.tsx'

/** In place of a page that failed to load or broke while drawing. */
export const RouteFailure = () => {
  const error = useRouteError()
  return error instanceof CallError ? <ServerAway error={error} /> : <Unexpected />
}
