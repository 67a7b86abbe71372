import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { resolveEntryPath } from '#web/core/entry-path.ts'
import { refreshSession, restoreSession, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { PublicPage } from '#web/ui/public-page.tsx'
import { findRelevantMaintenance, useFormatInstant, useMaintenanceStatus } from './maintenance-status.ts'
import classes from './status.module.css'

const pollIntervalMs = 30_000

/** While the firm's data are closed: why and until when. Whoever was working goes back by themselves when it is over. */
export default function MaintenancePage() {
  const { t } = useTranslation(['public', 'shell'])
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const instant = useFormatInstant()
  const { announced, isUnreachable: away, refreshStatus: ask } = useMaintenanceStatus(pollIntervalMs)
  const signedIn = useSession((session) => session.userLoggedIn)
  const restriction = useSession((session) => session.restriction)
  const now = announced && findRelevantMaintenance(announced)
  const over = announced !== undefined && !now

  // Opened by its address, the page learns here who waits on it: a session is watched over, and comes back, as one that was sent here.
  useEffect(() => void restoreSession().catch(() => undefined), [])

  // Only who was kept out goes back: others may read here that nothing is closed.
  useEffect(() => {
    if (!over || restriction !== 'maintenance') return
    refreshSession().then(
      (entry) => entry !== 'maintenance' && navigate(resolveEntryPath(entry, search, state), { replace: true }),
      // Signed out meanwhile, or away again: the next question, or the person, finds out.
      () => undefined,
    )
  }, [over, restriction, search, state, navigate])

  const links = (
    <>
      {!over && (
        <Button onClick={ask} size="sm">
          {t('maintenance.retry')}
        </Button>
      )}
      <Button component={Link} to={over ? '/' : '/landing'} variant={over ? 'filled' : 'default'}>
        {t('home')}
      </Button>
      {signedIn && !over && (
        <Button component={Link} to="/auth/logout" variant="default">
          {t('shell:profile.signOut')}
        </Button>
      )}
    </>
  )
  if (over) return <PublicPage title={t('maintenance.over')} text={t('maintenance.overText')} actions={links} />
  return (
    <PublicPage title={t('maintenance.title')} text={now?.message || t('maintenance.text')} actions={links}>
      <div role="status" className={classes.facts}>
        {now?.until && <p className={classes.fact}>{t('maintenance.until', { until: instant(now.until) })}</p>}
        {now && !signedIn && announced.length > 0 && (
          <p>
            {t('maintenance.firm', { firm: announced.map(({ prefix }) => t(`shell:prefixes.${prefix}`)).join(', ') })}
          </p>
        )}
        {away && <p>{t('maintenance.unknown')}</p>}
      </div>
      {signedIn && <p className={classes.quiet}>{t('maintenance.waiting')}</p>}
    </PublicPage>
  )
}
