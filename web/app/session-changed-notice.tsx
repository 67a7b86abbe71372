import { CloseButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { takeSessionChangeNotice } from '#web/core/session-change-notice.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './session-changed-notice.module.css'

/** Long enough to be read twice; the bar goes on showing whose session it is. */
const noticeDurationMs = 20_000

/** Says once that the session of this tab was replaced in another: whose it is now, and where. */
export const SessionChangedNotice = () => {
  const { t } = useTranslation(['presence', 'shell', 'common'])
  const session = useSession((state) => state.session)
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (takeSessionChangeNotice()) setShown(true)
  }, [])
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(false), noticeDurationMs)
    return () => clearTimeout(timer)
  }, [shown])
  if (!shown || !session) return null
  return (
    <div className={classes.notice} role="status">
      <span>
        {t('presence:changed', {
          name: session.actingName ?? session.fullName,
          prefix: t(`shell:prefixes.${session.prefix}`),
        })}
      </span>
      <CloseButton aria-label={t('common:close')} onClick={() => setShown(false)} />
    </div>
  )
}
