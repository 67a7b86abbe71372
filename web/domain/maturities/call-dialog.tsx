import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { recordMaturityCall, summarizeInstructions } from '#contract/maturities.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'

type CallFormValues = { calledOn: string; note: string }
type Props = { accountId: string; onDone: (text: string) => void; onClose: () => void }

/** Whose account a dialog is about; its line is there from the start. */
export const MaturityAccountName = ({ accountId }: { accountId: string }) => {
  const { data } = useQuery(
    buildQueryOptions(summarizeInstructions, { body: { choice: { by: 'accounts', accountIds: [accountId] } } }),
  )
  const account = data?.accounts[0]
  return account ? `${account.clientName} · ${account.accountNumber}` : '\u00a0'
}

/** Notes that a client was called about their maturity, and what they said. Mounted while it asks. */
export const CallDialog = ({ accountId, onDone, onClose }: Props) => {
  const { t } = useTranslation(['maturities', 'list'])
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const day = (typed: string): string | undefined => (typed.trim() ? dayOf(typed) : today)
  const sending = useSubmitForm<CallFormValues>({
    defaults: { calledOn: '', note: '' },
    submit: async ({ calledOn, note }) => {
      await callEndpoint(recordMaturityCall, { params: { accountId }, body: { calledOn: day(calledOn)!, note } })
      onDone(t('call.done'))
      onClose()
    },
  })
  const {
    register,
    formState: { errors },
  } = sending.form
  const isDay = (typed: string): true | string => {
    const chosen = day(typed)
    if (chosen === undefined) return 'date'
    return chosen <= today || 'future'
  }
  return (
    <Dialog title={t('call.title')} subject={<MaturityAccountName accountId={accountId} />} onClose={onClose}>
      <Form
        formState={sending}
        label={t('call.title')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('call.save')} onCancel={onClose} />}
      >
        <DateField
          label={t('call.on')}
          isOptional
          placeholder={t('list:date.today')}
          error={fieldText(errors.calledOn)}
          {...register('calledOn', { validate: isDay })}
        />
        <Textarea
          data-autofocus
          label={t('call.note')}
          autosize
          minRows={3}
          maxLength={1000}
          error={fieldText(errors.note)}
          {...register('note', { validate: (typed) => typed.trim().length >= 3 || 'required' })}
        />
      </Form>
    </Dialog>
  )
}
