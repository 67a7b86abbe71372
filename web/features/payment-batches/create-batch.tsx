import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { tenantFacts } from '#contract/core/tenants.ts'
import { type BatchSelection, createBatch, getNextPaymentDay } from '#contract/payment-batches.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useIdempotencyKey } from '#web/core/idempotency-key.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import type { SelectedRows } from '#web/ui/list/use-selection.ts'

type Props = { selected: SelectedRows; count: number; filters: object }

/** The first day on which the bank pays from a day on, and in words why not on that day. */
const usePaymentDayText = (day: string) => {
  const { t } = useTranslation('payment-batches')
  const format = useFormatters()
  const country = useSession((state) => state.session && tenantFacts[state.session.prefix].country)
  const { data } = useQuery({
    ...buildQueryOptions(getNextPaymentDay, { query: { day } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return { payOn: day, why: undefined }
  const { payOn, closure } = data
  const calendar = t(`make.calendars.${country === 'MX' ? 'banxico' : 'target'}`)
  const why = closure === null ? undefined : t(`make.${closure}`, { date: format.date(payOn), calendar })
  return { payOn, why }
}

/** Asks for the day of payment of a batch to come. Mounted while it asks. */
export const CreateBatchDialog = ({ selected, count, filters, onClose }: Props & { onClose: () => void }) => {
  const { t } = useTranslation(['payment-batches', 'list'])
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const navigate = useNavigate()
  const withIdempotencyKey = useIdempotencyKey()
  const { payOn: proposed, why: whyProposed } = usePaymentDayText(today)
  const day = (typed: string) => (typed.trim() ? dayOf(typed) : proposed)
  const sending = useSubmitForm<{ payOn: string }>({
    defaults: { payOn: '' },
    submit: async ({ payOn }) => {
      // The filter goes as the address has it: it was held against the contract when it was read.
      const choice = (
        selected.matching ? { by: 'filter', filter: filters } : { by: 'orders', paymentIds: [...selected.ids] }
      ) as BatchSelection
      const { batchId } = await callEndpoint(
        createBatch,
        { body: { choice, payOn: day(payOn)! } },
        withIdempotencyKey(),
      )
      navigate(`/crm/Retiradas/remesas/${batchId}`)
    },
  })
  const { register, formState, watch } = sending.form
  const typed = watch('payOn').trim()
  const { why: whyTyped } = usePaymentDayText(day(typed) ?? today)
  const why = typed ? whyTyped : whyProposed
  return (
    <Dialog
      title={t('make.title')}
      description={t('make.lead', { count, total: format.number(count) })}
      onClose={onClose}
    >
      <Form
        formState={sending}
        label={t('make.title')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('make.action')} onCancel={onClose} />}
      >
        <DateField
          data-autofocus
          label={t('fields.payOn')}
          isOptional
          placeholder={format.date(proposed)}
          {...(why && { description: why })}
          error={fieldText(formState.errors.payOn)}
          {...register('payOn', {
            validate: (typed) => {
              const chosen = day(typed)
              return chosen === undefined ? 'date' : chosen >= today || 'past'
            },
          })}
        />
      </Form>
    </Dialog>
  )
}

/** Puts the payments that are chosen into a batch, and goes to it. */
export const CreateBatchButton = (props: Props) => {
  const { t } = useTranslation('payment-batches')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button size="xs" onClick={() => setAsking(true)}>
        {t('make.action')}
      </Button>
      {asking && <CreateBatchDialog {...props} onClose={() => setAsking(false)} />}
    </>
  )
}
