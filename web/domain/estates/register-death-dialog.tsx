import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { registerDeath } from '#contract/estates.ts'
import { listAttachments } from '#contract/records/attachments.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'

type Props = { clientId: string; onDone: (message: string) => void; onClose: () => void }
type DeathFormValues = { diedOn: string; attachmentId: string; reason: string }

/** Registers when a client died, with the certificate among their documents: all money is frozen once somebody else agrees. */
export default function RegisterDeathDialog({ clientId, onDone, onClose }: Props) {
  const { t } = useTranslation(['estates', 'form'])
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const { data } = useQuery(
    buildQueryOptions(listAttachments, { params: { entity: 'client', recordId: clientId }, query: {} }),
  )
  const documents = data?.attachments ?? []
  const sending = useSubmitForm<DeathFormValues>({
    defaults: { diedOn: '', attachmentId: '', reason: '' },
    submit: async ({ diedOn, attachmentId, reason }) => {
      const body = { diedOn: dayOf(diedOn) ?? '', attachmentId, reason }
      const request = { params: { clientId }, body }
      const { state } = await callEndpoint(registerDeath, request, { refreshOnRefusal: true })
      onDone(t(state === 'done' ? 'register.done' : 'register.proposed'))
      onClose()
    },
  })
  const { register, formState } = sending.form
  return (
    <Dialog title={t('register.action')} description={t('register.lead')} onClose={onClose}>
      <Form
        formState={sending}
        label={t('register.action')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('register.submit')} onCancel={onClose} />}
      >
        <DateField
          data-autofocus
          label={t('register.diedOn')}
          error={fieldText(formState.errors.diedOn)}
          {...register('diedOn', { required: 'required', validate: (typed) => dayOf(typed) !== undefined || 'date' })}
        />
        <NativeSelect
          label={t('register.certificate')}
          description={documents.length > 0 ? t('register.certificateHint') : t('register.noDocuments')}
          data={[{ value: '', label: '' }, ...documents.map(({ id, name }) => ({ value: id, label: name }))]}
          error={fieldText(formState.errors.attachmentId)}
          {...register('attachmentId', { required: 'required' })}
        />
        <ReasonField
          label={t('register.reason')}
          error={fieldText(formState.errors.reason)}
          {...register('reason', reasonRules)}
        />
      </Form>
    </Dialog>
  )
}
