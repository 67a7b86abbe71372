import { Button, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './ask.module.css'
import { useFocusBack } from './use-focus-back.ts'

type Props = {
  /** Names the thing. */
  title: string
  /** What follows from it. */
  text: string
  action: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is taken away. Mounted while it asks. */
export const Ask = ({ title, text, action, onConfirm, onClose }: Props) => {
  const { t } = useTranslation('common')
  useFocusBack()
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          color="red"
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
