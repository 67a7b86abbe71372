import { writeStored } from '#web/core/local-storage.ts'
import { auditModuleVisit } from '#web/core/module-audit.ts'
import { rememberRecentCommand } from '#web/core/recent-commands.ts'
import { rememberRecordVisit } from '#web/core/recent-records.ts'
import type { Screen } from '#web/core/screen.ts'
import { useSession } from '#web/core/session.ts'
import { router } from './router.tsx'

/** The specification remembers /crm paths only. */
const rememberedPathPattern = /^\/crm(\/|$)/i

const recordPageVisit = ({ initialized, navigation, location, matches }: typeof router.state): void => {
  if (!initialized || navigation.state !== 'idle') return
  const { session, user } = useSession.getState()
  const screen = session ? (matches.at(-1)?.route.handle as Screen | undefined) : undefined
  const { pathname, search } = location
  if (screen && user && rememberedPathPattern.test(pathname))
    writeStored('lastPath', { path: pathname + search, username: user.username })
  if (screen && user) {
    if (screen.path.includes(':')) rememberRecordVisit(user.username, pathname)
    else rememberRecentCommand(user.username, screen.path)
  }
  auditModuleVisit(pathname, screen?.key ?? null)
}

/** Notes each arrival on a screen: where the person was last, and for the audit of modules. Outside React, so once each. */
export const startNavigationTracking = (): void => {
  router.subscribe(recordPageVisit)
  recordPageVisit(router.state)
}
