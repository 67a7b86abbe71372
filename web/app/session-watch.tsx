import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { watchIdle } from '#web/core/idle.ts'
import { logout, useSession } from '#web/core/session.ts'
import { ChangedNotice } from './changed-notice.tsx'
import { IdleWarning } from './idle-warning.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

/** Ends an idle session, with a warning before, and tells of a session that has become another. Nothing shows otherwise. */
export default function SessionWatch() {
  // Read early: when it is time to warn, the texts are there.
  useTranslation('presence')
  const [endsAt, setEndsAt] = useState<number | null>(null)
  const open = useSession((state) => state.session !== null)
  const watch = useRef<ReturnType<typeof watchIdle>>(null)
  useEffect(() => {
    watch.current = watchIdle({ warn: setEndsAt, over: () => void logout('idle') })
    return watch.current.stop
  }, [])
  return (
    <>
      {open && endsAt !== null && <IdleWarning endsAt={endsAt} onStay={() => watch.current?.stay()} />}
      {open && <ChangedNotice />}
      <UnsavedGuard />
    </>
  )
}
