import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { CallError } from '#web/core/call.ts'
import { useErrorMessage } from '#web/core/error-text.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './notice.module.css'

type Props = {
  error: unknown
  /** Missing where trying again can't help: what isn't there. */
  onRetry?: () => void
}

/** Says what failed, offers to try again, and names the request for support. */
export const ErrorState = ({ error, onRetry }: Props) => {
  const { t } = useTranslation(['errors', 'common'])
  const textOf = useErrorMessage()
  const reference = error instanceof CallError ? error.requestId : null
  // What isn't there didn't fail: its text says all.
  const missing = error instanceof CallError && error.status === 404
  return (
    <div className={classes.notice} role="alert">
      <span className={classes.icon} data-bad aria-hidden>
        <IconAlertTriangle size={22} stroke={1.6} />
      </span>
      <p className={classes.title}>{missing ? textOf(error) : t('errors:failed.title')}</p>
      {!missing && <p className={classes.text}>{textOf(error)}</p>}
      {reference && <p className={classes.reference}>{t('common:requestId', { id: reference })}</p>}
      {onRetry && (
        <div className={classes.action}>
          <Button variant="default" onClick={onRetry}>
            {t('common:retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
