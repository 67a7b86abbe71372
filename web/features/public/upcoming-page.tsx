import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OuterPage } from '#web/ui/outer-page.tsx'
import { countdown } from './countdown.ts'
import { HomeButton } from './home-button.tsx'
import classes from './status.module.css'
import { concerning, useInstant, useStatus } from './status.ts'

const every = 30_000

/** The seconds until then, each anew; read aloud by its date, not by its ticking. */
const Countdown = ({ until }: { until: string }) => {
  const { t } = useTranslation('public')
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const parts = countdown(Date.parse(until) - now)
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
  const instant = useInstant()
  const { announced, away } = useStatus(every)
  const now = announced && concerning(announced)
  if (!now)
    return (
      <OuterPage
        title={t('upcoming.nothing')}
        text={announced ? t('upcoming.nothingText') : away ? t('maintenance.unknown') : undefined}
        actions={<HomeButton />}
      />
    )
  return (
    <OuterPage
      title={t('upcoming.title')}
      text={now.until ? t('upcoming.lead', { until: instant(now.until) }) : t('upcoming.noEnd')}
      actions={<HomeButton />}
    >
      {now.until && <Countdown until={now.until} />}
    </OuterPage>
  )
}
