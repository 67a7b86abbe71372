import './styles/shell.ts'
import { Button, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import { useRestoreFocus } from '#web/ui/use-restore-focus.ts'
import classes from './idle-warning.module.css'

/** At these seconds a screen reader says how many are left; in between it would only disturb. */
const announcedSeconds = [120, 60, 30, 10] as const

const getSecondsUntil = (end: number): number => Math.max(0, Math.ceil((end - Date.now()) / 1000))

const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Counts down the last two minutes of an idle session. Any movement takes it away; the button is for who can't move. */
export const IdleWarning = ({ endsAt, onStay }: { endsAt: number; onStay: () => void }) => {
  const { t } = useTranslation('presence')
  useRestoreFocus()
  const [left, setLeft] = useState(() => getSecondsUntil(endsAt))
  useEffect(() => {
    const timer = setInterval(() => setLeft(getSecondsUntil(endsAt)), 250)
    return () => clearInterval(timer)
  }, [endsAt])
  const step = announcedSeconds.findLast((seconds) => left <= seconds) ?? announcedSeconds[0]
  return (
    <Modal
      opened
      onClose={onStay}
      title={t('idle.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      centered
      size="sm"
    >
      <p className={classes.text}>{t('idle.text')}</p>
      <p className={classes.clock} aria-hidden>
        {formatCountdown(left)}
      </p>
      <p className={classes.spoken} role="status">
        {t('idle.left', { count: step })}
      </p>
      <p className={classes.kept}>{t('idle.kept')}</p>
      <Button data-autofocus fullWidth onClick={onStay}>
        {t('idle.stay')}
      </Button>
    </Modal>
  )
}
