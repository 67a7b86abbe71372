import { TextInput } from '@mantine/core'
import type { getAccount } from '#contract/clients/client.ts'
import { addContribution } from '#contract/contributions.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useIdempotencyKey } from '#web/core/idempotency-key.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { MoneyField, moneyRules } from '#web/ui/form/money-field.tsx'
import { reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { parseMoney } from '#web/ui/form/typed-money.ts'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { OperationNotice } from './operation-notice.tsx'

type ContributionFormValues = { amount: string; valueDate: string; reference: string }
type Props = {
  account: Pick<ResponseBody<typeof getAccount>, 'id' | 'clientId' | 'clientName' | 'number' | 'openedOn'>
  onDone: (message: string) => void
  onClose: () => void
}

/** Notes money that came in. However often it is sent while it is open, it is noted once. */
export const ContributionDialog = ({ account, onDone, onClose }: Props) => {
  const { t } = useTranslation(['client', 'clients', 'list'])
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const withIdempotencyKey = useIdempotencyKey()
  const day = (typed: string): string | undefined => (typed.trim() ? dayOf(typed) : today)
  const sending = useSubmitForm<ContributionFormValues>({
    defaults: { amount: '', valueDate: '', reference: '' },
    submit: async ({ amount, valueDate, reference }) => {
      const body = { amount: parseMoney(amount)!, valueDate: day(valueDate)!, reference }
      const params = { clientId: account.clientId, accountId: account.id }
      const { state } = await callEndpoint(addContribution, { params, body }, withIdempotencyKey())
      const message = state === 'done' ? 'contribution.done' : 'contribution.asked'
      onDone(t(message, { amount: format.money(body.amount, { euros: true }) }))
      onClose()
    },
  })
  const { register, formState } = sending.form
  const { errors } = formState
  const isDay = (typed: string): true | string => {
    const chosen = day(typed)
    if (chosen === undefined) return 'date'
    if (chosen > today) return 'future'
    return chosen >= (account.openedOn ?? '') || 'beforeOpening'
  }
  const title = t('contribution.title', { number: account.number })
  return (
    <Dialog title={title} subject={account.clientName} description={t('contribution.lead')} onClose={onClose}>
      <OperationNotice account={account} operation="in" />
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('contribution.submit')} onCancel={onClose} />}
      >
        <MoneyField
          data-autofocus
          label={t('clients:movements.amount')}
          error={fieldText(errors.amount)}
          {...register('amount', moneyRules)}
        />
        <DateField
          label={t('clients:movements.valueDate')}
          isOptional
          placeholder={t('list:date.today')}
          error={fieldText(errors.valueDate)}
          {...register('valueDate', { validate: isDay })}
        />
        <TextInput
          label={t('clients:movements.description')}
          description={t('contribution.referenceHint')}
          autoComplete="off"
          maxLength={140}
          error={fieldText(errors.reference)}
          {...register('reference', reasonRules)}
        />
      </Form>
    </Dialog>
  )
}
