import type { auditNavigation } from '#contract/auth.ts'
import type { ModuleKey } from '#contract/permissions.ts'
import { callEndpoint } from './call.ts'
import { logDebug } from './note.ts'
import { useSession } from './session.ts'

/** Path and method only, as in session.ts. */
export const auditNavigationEndpoint = {
  method: 'POST',
  at: 'root',
  path: '/ApiRest/api/audit',
} as typeof auditNavigation

let lastAuditedPath: string | null = null

/**
 * Tells the server of a navigation to a module's page; null for pages that belong to none. Another filter on the same page is
 * no navigation. Failures are logged only, as the specification says.
 */
export const auditModuleVisit = (path: string, modulo: ModuleKey | null): void => {
  if (path === lastAuditedPath) return
  lastAuditedPath = path
  const { user, session } = useSession.getState()
  if (!modulo || !user || !session) return
  callEndpoint(auditNavigationEndpoint, { body: { modulo, usuario: user.username } }, { isBackground: true }).catch(
    (error: unknown) => logDebug('audit of the navigation', error),
  )
}
