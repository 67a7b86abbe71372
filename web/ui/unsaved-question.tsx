import { Button, Modal } from '@mantine/core'
import { useTranslation } from '#web/core/use-translation.ts'
import layoutClasses from '#web/ui/layout.module.css'
import classes from './dialog.module.css'

/** Asks whether what was typed is to be lost. Mounted while it asks. */
export const UnsavedQuestion = ({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) => {
  const { t } = useTranslation('presence')
  return (
    <Modal opened onClose={onStay} title={t('unsaved.title')} withCloseButton={false} centered>
      <p className={classes.lead}>{t('unsaved.text')}</p>
      <div className={layoutClasses.dialogActions}>
        <Button variant="default" onClick={onDiscard}>
          {t('unsaved.leave')}
        </Button>
        <Button data-autofocus onClick={onStay}>
          {t('unsaved.stay')}
        </Button>
      </div>
    </Modal>
  )
}
