import { Button, Modal, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Form } from '#web/ui/form/form.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import classes from './access.module.css'

type Props = {
  title: string
  text: string
  action: string
  onClose: () => void
  /** What it was asked for; throws what refuses it. */
  onSend: (reason: string) => Promise<void>
}

/** Asks why, before something is done to somebody. */
export const ReasonDialog = ({ title, text, action, onClose, onSend }: Props) => {
  const { t } = useTranslation(['permissions', 'common'])
  const fieldText = useFieldText()
  const sending = useSending<{ reason: string }>({
    defaults: { reason: '' },
    send: async ({ reason }) => {
      await onSend(reason)
      onClose()
    },
  })
  const { register, formState } = sending.form
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <p className={classes.lead}>{text}</p>
      <Form
        sending={sending}
        label={title}
        actions={
          <>
            <Button type="submit" disabled={sending.busy}>
              {action}
            </Button>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
          </>
        }
      >
        <Textarea
          data-autofocus
          label={t('reason.label')}
          rows={2}
          maxLength={500}
          error={fieldText(formState.errors.reason)}
          {...register('reason', { required: 'required', minLength: { value: 3, message: 'too_small' } })}
        />
      </Form>
    </Modal>
  )
}
