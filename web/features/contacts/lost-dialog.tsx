import { NativeSelect, TextInput } from '@mantine/core'
import { type LostReason, lostReasons } from '#contract/contacts/stages.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'

export type LostChoice = { lostReason: LostReason; lostNote: string | null }
type Props = {
  name: string
  /** Throws what refuses it. */
  onSend: (choice: LostChoice) => Promise<unknown>
  onClose: () => void
}
type LostFormValues = { lostReason: LostReason | ''; lostNote: string }

/** Asks why a contact came to nothing. Mounted while it asks. */
export default function LostDialog({ name, onSend, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const sending = useSubmitForm<LostFormValues>({
    defaults: { lostReason: '', lostNote: '' },
    submit: async ({ lostReason, lostNote }) => {
      if (lostReason === '') return
      await onSend({ lostReason, lostNote: lostNote.trim() || null })
      onClose()
    },
  })
  const { register, formState, watch } = sending.form
  const isOther = watch('lostReason') === 'other'
  const title = t('lost.title', { name })
  return (
    <Dialog title={title} description={t('lost.lead')} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('lost.submit')} onCancel={onClose} />}
      >
        <NativeSelect
          data-autofocus
          label={t('fields.lostReason')}
          data={[
            { value: '', label: t('lost.choose') },
            ...lostReasons.map((value) => ({ value, label: t(`lostReasons.${value}`) })),
          ]}
          error={fieldText(formState.errors.lostReason)}
          {...register('lostReason', { required: 'required' })}
        />
        <TextInput
          label={isOther ? t('fields.lostNote') : optional(t('fields.lostNote'))}
          autoComplete="off"
          maxLength={500}
          error={fieldText(formState.errors.lostNote)}
          {...register('lostNote', {
            validate: (typed, { lostReason }) => lostReason !== 'other' || typed.trim() !== '' || 'required',
          })}
        />
      </Form>
    </Dialog>
  )
}
