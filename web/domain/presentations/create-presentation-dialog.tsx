import { TextInput } from '@mantine/core'
import { useNavigate } from 'react-router'
import { createPresentation } from '#contract/presentations.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useIdempotencyKey } from '#web/core/idempotency-key.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'

/** Begins a presentation by its title, and leads to it. */
export default function CreatePresentationDialog({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const { t } = useTranslation(['presentations', 'form'])
  const fieldText = useFieldErrorText()
  const go = useNavigate()
  const withIdempotencyKey = useIdempotencyKey()
  const sending = useSubmitForm({
    defaults: { title: t('defaults.title') },
    submit: async ({ title }) => {
      const params = { clientId }
      const { id } = await callEndpoint(createPresentation, { params, body: { title } }, withIdempotencyKey())
      onClose()
      void go(`/clientes/${clientId}/presentaciones/${id}`)
    },
  })
  const { register, formState } = sending.form
  return (
    <Dialog title={t('create.title')} onClose={onClose}>
      <Form
        formState={sending}
        label={t('create.title')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('create.submit')} onCancel={onClose} />}
      >
        <TextInput
          data-autofocus
          label={t('create.name')}
          maxLength={120}
          error={fieldText(formState.errors.title)}
          {...register('title', { validate: (title) => title.trim() !== '' || 'required' })}
        />
      </Form>
    </Dialog>
  )
}
