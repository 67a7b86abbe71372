import { Button, Modal } from '@mantine/core'
import { useTranslation } from '#web/core/use-translation.ts'
import layoutClasses from '#web/ui/layout.module.css'
import textClasses from '#web/ui/text.module.css'
import { useRestoreFocus } from './use-restore-focus.ts'

type Props = {
  /** Names the thing. */
  title: string
  /** What follows from it. */
  text: string
  action: string
  /** Nothing is taken away: the action is what one came for. */
  isHarmless?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is done that can't be undone. Mounted while it asks. */
export const ConfirmDialog = ({ title, text, action, isHarmless: gentle = false, onConfirm, onClose }: Props) => {
  const { t } = useTranslation('common')
  useRestoreFocus()
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <p className={textClasses.lead}>{text}</p>
      <div className={layoutClasses.dialogActions}>
        <Button variant="default" data-autofocus={!gentle || undefined} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          {...(gentle ? { 'data-autofocus': true } : { color: 'red' })}
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {action}
        </Button>
      </div>
    </Modal>
  )
}
