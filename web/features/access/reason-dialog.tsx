import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'

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
  const { t } = useTranslation('permissions')
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
    <Dialog title={title} lead={text} onClose={onClose}>
      <Form
        sending={sending}
        label={title}
        actions={<SubmitOrCancel busy={sending.busy} submit={action} onCancel={onClose} />}
      >
        <ReasonField
          data-autofocus
          label={t('reason.label')}
          error={fieldText(formState.errors.reason)}
          {...register('reason', reasonRules)}
        />
      </Form>
    </Dialog>
  )
}
