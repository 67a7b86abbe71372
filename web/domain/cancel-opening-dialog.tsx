import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'

type Props = { isDraft: boolean; onClose: () => void; onSend: (reason: string) => Promise<unknown> }

/** Asks why nothing came of an account. */
export const CancelOpeningDialog = ({ isDraft, onClose, onSend }: Props) => {
  const { t } = useTranslation('openings')
  const fieldText = useFieldErrorText()
  const sending = useSubmitForm<{ reason: string }>({
    defaults: { reason: '' },
    submit: async ({ reason }) => {
      await onSend(reason.trim())
      onClose()
    },
  })
  const { register, formState } = sending.form
  const title = t(isDraft ? 'part.discardTitle' : 'part.cancelTitle')
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={
          <SubmitCancelButtons
            busy={sending.busy}
            submit={t(isDraft ? 'part.discard' : 'part.cancel')}
            onCancel={onClose}
          />
        }
      >
        <ReasonField
          data-autofocus
          label={t('fields.reason')}
          description={t('part.reasonHint')}
          error={fieldText(formState.errors.reason)}
          {...register('reason', reasonRules)}
        />
      </Form>
    </Dialog>
  )
}
