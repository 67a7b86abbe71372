import { NativeSelect, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getTaxOwed, payTax, type TaxOwedRow } from '#contract/accounting/entries.ts'
import type { Proposed } from '#contract/approvals.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useWish } from '#web/core/wish-key.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, under, useTypedDay } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { readTypedMoney } from '#web/ui/form/typed-money.ts'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { useTaxForms } from './use-tax-forms.ts'

type Values = {
  form: TaxOwedRow['form']
  from: string
  to: string
  amount: string
  bookingDate: string
  description: string
  reason: string
}
type Props = {
  year: string
  onDone: (proposed: Proposed) => void
  onClose: () => void
}

/** The months of a year that have begun. */
const monthsOf = (year: string, today: string): string[] =>
  Array.from({ length: 12 }, (_, n) => `${year}-${String(n + 1).padStart(2, '0')}-01`).filter((month) => month <= today)

/** Notes what was handed to the tax authority for some months of a form. Left empty, the amount is all that is owed. */
export const TaxPaymentDialog = ({ year, onDone, onClose }: Props) => {
  const { t } = useTranslation(['taxes', 'entries', 'list'])
  const format = useFormat()
  const fieldText = useFieldText()
  const forms = useTaxForms()
  const client = useQueryClient()
  const dayOf = useTypedDay()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const wish = useWish()
  const months = monthsOf(year, today)
  const month = months.at(-1) ?? ''
  const day = (typed: string): string | undefined => (typed.trim() ? dayOf(typed) : today)
  const sending = useSending<Values>({
    defaults: {
      ...{ form: forms[0]?.value ?? 'none', from: month, to: month },
      ...{ amount: '', bookingDate: '', description: '', reason: '' },
    },
    send: async ({ amount, bookingDate, ...rest }) => {
      const on = day(bookingDate)!
      const body = { ...rest, amount: readTypedMoney(amount) ?? owed!, bookingDate: on, valueDate: on }
      const proposed = await call(payTax, { body }, wish())
      await client.invalidateQueries()
      onDone(proposed)
      onClose()
    },
  })
  const { register, watch, formState } = sending.form
  const { errors } = formState
  const [form, from, to, asOf] = [watch('form'), watch('from'), watch('to'), day(watch('bookingDate'))]
  const { data } = useQuery({
    ...read(getTaxOwed, { query: { form, from, to, ...(asOf && { asOf }) } }),
    enabled: from !== '' && from <= to,
    placeholderData: keepPreviousData,
  })
  const owed = data?.owed
  const isDay = (typed: string): true | string => {
    const chosen = day(typed)
    return chosen === undefined ? 'date' : chosen <= today || 'future'
  }
  const isAmount = (typed: string): true | string =>
    (typed.trim() === '' ? readTypedMoney(owed ?? '') : readTypedMoney(typed)) !== undefined || 'amount'
  const options = months.map((value) => ({ value, label: format.month(value) }))
  return (
    <Dialog title={t('owed.pay.title')} lead={t('owed.pay.lead')} onClose={onClose}>
      <Form
        sending={sending}
        label={t('owed.pay.title')}
        actions={<SubmitOrCancel busy={sending.busy} submit={t('owed.pay.submit')} onCancel={onClose} />}
      >
        <NativeSelect
          data-autofocus
          label={t('fields.form')}
          data={[...forms, { value: 'none', label: t('forms.none') }]}
          error={fieldText(errors.form)}
          {...register('form')}
        />
        <NativeSelect label={t('owed.pay.from')} data={options} error={fieldText(errors.from)} {...register('from')} />
        <NativeSelect
          label={t('owed.pay.to')}
          data={options}
          error={fieldText(errors.to)}
          {...register('to', { validate: (last, { from: begin }) => last >= begin || 'order' })}
        />
        <DateField
          label={t('entries:bookingDate')}
          description={t('entries:bookingHint')}
          placeholder={t('list:date.today')}
          error={fieldText(errors.bookingDate)}
          {...register('bookingDate', { validate: isDay })}
        />
        <MoneyField
          label={t('owed.pay.amount')}
          placeholder={owed && format.decimal(owed)}
          description={owed && t('owed.pay.owedNow', { amount: format.money(owed, { euros: true }) })}
          error={fieldText(errors.amount)}
          {...register('amount', { validate: isAmount })}
        />
        <TextInput
          label={t('owed.pay.description')}
          description={t('entries:descriptionHint')}
          inputWrapperOrder={under}
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
