import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  getPaymentRates,
  maxUsualRateChangePercent,
  type PaymentRates,
  setPaymentRate,
} from '#contract/settings/payment-rates.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import { Notice } from '#web/ui/status-messages.tsx'
import { parseTypedNumber } from './parse-number.ts'
import classes from './settings.module.css'

type PaymentRateRow = PaymentRates['rates'][number]
type PaymentRateFormValues = { rateOn: string; perEuro: string; isSure: boolean; reason: string }

/** Asks a second person for the rate of a day. Mounted while it asks. */
const PaymentRateForm = ({ onSent, onClose }: { onSent: () => void; onClose: () => void }) => {
  const { t } = useTranslation(['limits', 'list'])
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const day = (typed: string) => (typed.trim() ? dayOf(typed) : today)
  const sending = useSubmitForm<PaymentRateFormValues>({
    defaults: { rateOn: '', perEuro: '', isSure: false, reason: '' },
    submit: async ({ rateOn, perEuro, isSure, reason }) => {
      const body = { rateOn: day(rateOn)!, perEuro: parseTypedNumber(perEuro)!, isSure, reason }
      await callEndpoint(setPaymentRate, { body })
      onSent()
      onClose()
    },
  })
  const { register, formState } = sending.form
  const { errors } = formState
  return (
    <Dialog title={t('rates.new')} onClose={onClose}>
      <Form
        formState={sending}
        label={t('rates.new')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('rates.ask')} onCancel={onClose} />}
      >
        <TextInput
          data-autofocus
          label={t('rates.perEuro')}
          description={t('rates.hint')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          error={fieldText(errors.perEuro)}
          {...register('perEuro', {
            required: 'required',
            validate: (typed) => parseTypedNumber(typed) !== undefined || 'number',
          })}
        />
        <DateField
          label={t('rates.rateOn')}
          isOptional
          placeholder={t('list:date.today')}
          error={fieldText(errors.rateOn)}
          {...register('rateOn', { validate: (typed) => day(typed) !== undefined || 'date' })}
        />
        <Checkbox label={t('rates.sure', { percent: maxUsualRateChangePercent })} {...register('isSure')} />
        <ReasonField label={t('rates.reason')} error={fieldText(errors.reason)} {...register('reason', reasonRules)} />
      </Form>
    </Dialog>
  )
}

/** At what rate the payments of a day leave, where they leave in another currency than the books'. */
export const PaymentRatesSection = ({ mayEdit }: { mayEdit: boolean }) => {
  const { t } = useTranslation(['limits', 'list'])
  const format = useFormatters()
  const { data, error, refetch } = useQuery(buildQueryOptions(getPaymentRates, {}))
  const [asking, setAsking] = useState(false)
  const [isSent, setSent] = useState(false)
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={layoutClasses.skeleton} role="status" aria-label={t('list:loading')} />
  const columns: readonly RowColumn<PaymentRateRow, never>[] = [
    { key: 'rateOn', label: t('rates.rateOn'), phone: 1, cell: format.date },
    { key: 'perEuro', label: t('rates.perEuro'), align: 'end', phone: 3, cell: format.decimal },
    { key: 'setBy', label: t('rates.setBy'), phone: 2, cell: (name) => name ?? '–' },
    { key: 'setAt', label: t('rates.setAt'), cell: format.dateTime },
  ]
  return (
    <Section id="payment-rates" title={t('rates.title')} description={t('rates.lead')}>
      {data.rates.length > 0 ? (
        <DataTable
          label={t('rates.title')}
          columns={columns}
          rows={data.rates.map((rate) => ({ ...rate, id: rate.rateOn }))}
          dense
        />
      ) : (
        <p className={classes.fact}>{t('rates.none')}</p>
      )}
      {isSent && (
        <div role="status">
          <Notice>{t('rates.asked')}</Notice>
        </div>
      )}
      {mayEdit && (
        <div>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('rates.new')}
          </Button>
        </div>
      )}
      {asking && <PaymentRateForm onSent={() => setSent(true)} onClose={() => setAsking(false)} />}
    </Section>
  )
}
