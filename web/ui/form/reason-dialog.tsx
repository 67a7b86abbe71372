import type { ReactNode } from 'react'
import { Dialog } from '../dialog.tsx'
import { Form } from './form.tsx'
import { ReasonField, reasonRules } from './reason-field.tsx'
import { SubmitCancelButtons } from './submit-or-cancel.tsx'
import { useFieldErrorText } from './use-field-text.ts'
import { useSubmitForm } from './use-submit-form.ts'

type Props = {
  title: string
  /** Whose it is. */
  subject?: ReactNode
  text: ReactNode
  action: string
  /** What the field is called, and what helps to fill it. */
  label: string
  hint?: string
  onClose: () => void
  /** What it was asked for; throws what refuses it. */
  onSend: (reason: string) => Promise<unknown>
}

/** Asks why, before something is done that others have to understand. Mounted while it asks. */
export const ReasonDialog = ({ title, subject, text, action, label, hint, onClose, onSend }: Props) => {
  const fieldText = useFieldErrorText()
  const sending = useSubmitForm<{ reason: string }>({
    defaults: { reason: '' },
    submit: async ({ reason }) => {
      await onSend(reason)
      onClose()
    },
  })
  const { register, formState } = sending.form
  return (
    <Dialog title={title} subject={subject} description={text} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons busy={sending.busy} submit={action} onCancel={onClose} />}
      >
        <ReasonField
          data-autofocus
          label={label}
          description={hint}
          error={fieldText(formState.errors.reason)}
          {...register('reason', reasonRules)}
        />
      </Form>
    </Dialog>
  )
}
