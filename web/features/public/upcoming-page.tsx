import { useEffect, useState } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import { PublicPage } from '#web/ui/public-page.tsx'
import { splitCountdown } from './countdown.ts'
import { HomeButton } from './home-button.tsx'
import { findRelevantMaintenance, useFormatInstant, useMaintenanceStatus } from './maintenance-status.ts'
import classes from './status.module.css'

const pollIntervalMs = 30_000

/** The seconds until then, each anew; read aloud by its date, not by its ticking. */
const MaintenanceCountdown = ({ until }: { until: string }) => {
  const { t } = useTranslation('public')
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const parts = splitCountdown(Date.parse(until) - now)
  if (!parts) return <p className={classes.quiet}>{t('upcoming.late')}</p>
  return (
    <div className={classes.clock} role="timer" aria-live="off">
      {(['days', 'hours', 'minutes', 'seconds'] as const).map((unit) => (
        <div key={unit} className={classes.part}>
          <span className={classes.figure}>{String(parts[unit]).padStart(2, '0')}</span>
          <span className={classes.unit}>{t(`upcoming.${unit}`)}</span>
        </div>
      ))}
    </div>
  )
}

/** Counts down to the end of the maintenance that is announced, if one is. */
export default function UpcomingPage() {
  const { t } = useTranslation('public')
  const instant = useFormatInstant()
  const { announced, isUnreachable: away } = useMaintenanceStatus(pollIntervalMs)
  const now = announced && findRelevantMaintenance(announced)
  if (!now)
    return (
      <PublicPage
        title={t('upcoming.nothing')}
        text={announced ? t('upcoming.nothingText') : away ? t('maintenance.unknown') : undefined}
        actions={<HomeButton />}
      />
    )
  return (
    <PublicPage
      title={t('upcoming.title')}
      text={now.until ? t('upcoming.lead', { until: instant(now.until) }) : t('upcoming.noEnd')}
      actions={<HomeButton />}
    >
      {now.until && <MaintenanceCountdown until={now.until} />}
    </PublicPage>
  )
}
