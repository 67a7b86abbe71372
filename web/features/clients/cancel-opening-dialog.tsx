import { Modal, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'

type Props = { isDraft: boolean; onClose: () => void; onSend: (reason: string) => Promise<void> }

/** Asks why nothing came of an account. */
export const CancelOpeningDialog = ({ isDraft, onClose, onSend }: Props) => {
  const { t } = useTranslation(['openings', 'common'])
  const fieldText = useFieldText()
  const sending = useSending<{ reason: string }>({
    defaults: { reason: '' },
    send: async ({ reason }) => {
      await onSend(reason.trim())
      onClose()
    },
  })
  const { register, formState } = sending.form
  const title = t(isDraft ? 'part.discardTitle' : 'part.cancelTitle')
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <Form
        sending={sending}
        label={title}
        actions={
          <SubmitOrCancel busy={sending.busy} submit={t(isDraft ? 'part.discard' : 'part.cancel')} onCancel={onClose} />
        }
      >
        <Textarea
          data-autofocus
          label={t('fields.reason')}
          description={t('part.reasonHint')}
          rows={2}
          maxLength={500}
          error={fieldText(formState.errors.reason)}
          {...register('reason', {
            validate: (text) => (text.trim() === '' ? 'required' : text.trim().length >= 3 || 'too_small'),
          })}
        />
      </Form>
    </Modal>
  )
}
