import type { auditNavigation as auditCall } from '#contract/auth.ts'
import type { ModuleKey } from '#contract/permissions.ts'
import { call } from './call.ts'
import { note } from './note.ts'
import { useSession } from './session.ts'

/** Path and method only, as in session.ts. */
export const auditNavigation = { method: 'POST', at: 'root', path: '/ApiRest/api/audit' } as typeof auditCall

let place: string | null = null

/**
 * Tells the server of a navigation to a module's page; null for pages that belong to none. Another filter on the same page is
 * no navigation. Failures are logged only, as the specification says.
 */
export const arriveAt = (path: string, modulo: ModuleKey | null): void => {
  if (path === place) return
  place = path
  const { user, session } = useSession.getState()
  if (!modulo || !user || !session) return
  call(auditNavigation, { body: { modulo, usuario: user.username } }, { aside: true }).catch((error: unknown) =>
    note('audit of the navigation', error),
  )
}
