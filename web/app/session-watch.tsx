import { useEffect, useRef, useState } from 'react'
import { fetchRefusalTexts } from '#web/core/error-text.ts'
import { startIdleWatch } from '#web/core/idle-watch.ts'
import { logout, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SessionChangedNotice } from './session-changed-notice.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { useSessionDialogs } from './use-session-dialogs.ts'

/** Fetches the words of refusals behind the page. Ends an idle session, with a warning before, and tells of a session that has become another. Nothing shows otherwise. */
export default function SessionWatch() {
  // Read early: when it is time to warn, the texts are there.
  useTranslation('presence')
  const [endsAt, setEndsAt] = useState<number | null>(null)
  const open = useSession((state) => state.session !== null)
  const dialogs = useSessionDialogs(endsAt !== null)
  const watch = useRef<ReturnType<typeof startIdleWatch>>(null)
  useEffect(fetchRefusalTexts, [])
  useEffect(() => {
    watch.current = startIdleWatch({ onWarn: setEndsAt, onIdle: () => void logout('idle') })
    return watch.current.stop
  }, [])
  return (
    <>
      {open && endsAt !== null && dialogs && (
        <dialogs.IdleWarning endsAt={endsAt} onStay={() => watch.current?.stay()} />
      )}
      {open && <SessionChangedNotice />}
      <UnsavedGuard />
    </>
  )
}
