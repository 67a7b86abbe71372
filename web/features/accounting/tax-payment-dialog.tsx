import { NativeSelect, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type OwedTaxRow, proposeTaxPayment, sumOwedTax } from '#contract/accounting/entries.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useIdempotencyKey } from '#web/core/idempotency-key.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { FieldRow } from '#web/ui/form/field-row.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { parseMoney } from '#web/ui/form/typed-money.ts'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { useTaxFormOptions } from './use-tax-forms.ts'

type TaxPaymentFormValues = {
  form: OwedTaxRow['form']
  from: string
  to: string
  amount: string
  bookingDate: string
  description: string
  reason: string
}
type Props = {
  year: string
  onDone: (proposed: ProposalResult) => void
  onClose: () => void
}

/** The months of a year that have begun. */
const listMonthsOfYear = (year: string, today: string): string[] =>
  Array.from({ length: 12 }, (_, n) => `${year}-${String(n + 1).padStart(2, '0')}-01`).filter((month) => month <= today)

/** Notes what was handed to the tax authority for some months of a form. Left empty, the amount is all that is owed. */
export const TaxPaymentDialog = ({ year, onDone, onClose }: Props) => {
  const { t } = useTranslation(['taxes', 'entries', 'list'])
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const forms = useTaxFormOptions()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const withIdempotencyKey = useIdempotencyKey()
  const months = listMonthsOfYear(year, today)
  const month = months.at(-1) ?? ''
  const day = (typed: string): string | undefined => (typed.trim() ? dayOf(typed) : today)
  const sending = useSubmitForm<TaxPaymentFormValues>({
    defaults: {
      form: forms[0]?.value ?? 'none',
      from: month,
      to: month,
      amount: '',
      bookingDate: '',
      description: '',
      reason: '',
    },
    submit: async ({ amount, bookingDate, ...rest }) => {
      const on = day(bookingDate)!
      const body = { ...rest, amount: parseMoney(amount) ?? owed!, bookingDate: on, valueDate: on }
      const proposed = await callEndpoint(proposeTaxPayment, { body }, withIdempotencyKey())
      onDone(proposed)
      onClose()
    },
  })
  const { register, watch, formState } = sending.form
  const { errors } = formState
  const form = watch('form')
  const from = watch('from')
  const to = watch('to')
  const asOf = day(watch('bookingDate'))
  const { data } = useQuery({
    ...buildQueryOptions(sumOwedTax, { query: { form, from, to, ...(asOf && { asOf }) } }),
    enabled: from !== '' && from <= to,
    placeholderData: keepPreviousData,
  })
  const owed = data?.owed
  const isDay = (typed: string): true | string => {
    const chosen = day(typed)
    return chosen === undefined ? 'date' : chosen <= today || 'future'
  }
  const isAmount = (typed: string): true | string =>
    (typed.trim() === '' ? parseMoney(owed ?? '') : parseMoney(typed)) !== undefined || 'amount'
  const options = months.map((value) => ({ value, label: format.month(value) }))
  return (
    <Dialog title={t('owed.pay.title')} description={t('owed.pay.lead')} onClose={onClose}>
      <Form
        formState={sending}
        label={t('owed.pay.title')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('owed.pay.submit')} onCancel={onClose} />}
      >
        <NativeSelect
          data-autofocus
          label={t('fields.form')}
          data={[...forms, { value: 'none', label: t('forms.none') }]}
          error={fieldText(errors.form)}
          {...register('form')}
        />
        <FieldRow>
          <NativeSelect
            label={t('owed.pay.from')}
            data={options}
            error={fieldText(errors.from)}
            {...register('from')}
          />
          <NativeSelect
            label={t('owed.pay.to')}
            data={options}
            error={fieldText(errors.to)}
            {...register('to', { validate: (last, { from: begin }) => last >= begin || 'order' })}
          />
        </FieldRow>
        <DateField
          label={t('entries:bookingDate')}
          isOptional
          description={t('entries:bookingHint')}
          placeholder={t('list:date.today')}
          error={fieldText(errors.bookingDate)}
          {...register('bookingDate', { validate: isDay })}
        />
        <MoneyField
          label={t('owed.pay.amount')}
          isOptional
          placeholder={owed && format.decimal(owed)}
          description={owed && t('owed.pay.owedNow', { amount: format.money(owed, { euros: true }) })}
          error={fieldText(errors.amount)}
          {...register('amount', { validate: isAmount })}
        />
        <TextInput
          label={t('owed.pay.description')}
          description={t('entries:descriptionHint')}
          autoComplete="off"
          maxLength={140}
          error={fieldText(errors.description)}
          {...register('description', reasonRules)}
        />
        <ReasonField
          label={t('entries:reason')}
          description={t('entries:reasonHint')}
          error={fieldText(errors.reason)}
          {...register('reason', reasonRules)}
        />
      </Form>
    </Dialog>
  )
}
