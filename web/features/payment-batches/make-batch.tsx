import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { tenantFacts } from '#contract/core/tenants.ts'
import { type BatchChoice, getPaymentDay, makeBatch } from '#contract/payment-batches.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useWish } from '#web/core/wish-key.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, useTypedDay } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import type { Selected } from '#web/ui/list/use-selection.ts'

type Props = { selected: Selected; count: number; filters: object }

/** The first day on which the bank pays from a day on, and in words why not on that day. */
const usePaymentDay = (day: string) => {
  const { t } = useTranslation('payment-batches')
  const format = useFormat()
  const country = useSession((state) => state.session && tenantFacts[state.session.prefix].country)
  const { data } = useQuery({ ...read(getPaymentDay, { query: { day } }), staleTime: Number.POSITIVE_INFINITY })
  if (!data) return { payOn: day, why: undefined }
  const { payOn, closure } = data
  const calendar = t(`make.calendars.${country === 'MX' ? 'banxico' : 'target'}`)
  const why = closure === null ? undefined : t(`make.${closure}`, { date: format.date(payOn), calendar })
  return { payOn, why }
}

const MakeDialog = ({ selected, count, filters, onClose }: Props & { onClose: () => void }) => {
  const { t } = useTranslation(['payment-batches', 'list'])
  const format = useFormat()
  const fieldText = useFieldText()
  const dayOf = useTypedDay()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const client = useQueryClient()
  const navigate = useNavigate()
  const wish = useWish()
  const { payOn: proposed, why: whyProposed } = usePaymentDay(today)
  const day = (typed: string) => (typed.trim() ? dayOf(typed) : proposed)
  const sending = useSending<{ payOn: string }>({
    defaults: { payOn: '' },
    send: async ({ payOn }) => {
      // The filter goes as the address has it: it was held against the contract when it was read.
      const choice = (
        selected.matching ? { by: 'filter', filter: filters } : { by: 'orders', paymentIds: [...selected.ids] }
      ) as BatchChoice
      const { batchId } = await call(makeBatch, { body: { choice, payOn: day(payOn)! } }, wish())
      await client.invalidateQueries()
      navigate(`/crm/Retiradas/remesas/${batchId}`)
    },
  })
  const { register, formState, watch } = sending.form
  const typed = watch('payOn').trim()
  const { why: whyTyped } = usePaymentDay(day(typed) ?? today)
  const why = typed ? whyTyped : whyProposed
  return (
    <Dialog title={t('make.title')} lead={t('make.lead', { count, total: format.number(count) })} onClose={onClose}>
      <Form
        sending={sending}
        label={t('make.title')}
        actions={<SubmitOrCancel busy={sending.busy} submit={t('make.action')} onCancel={onClose} />}
      >
        <DateField
          data-autofocus
          label={t('fields.payOn')}
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
export const MakeBatch = (props: Props) => {
  const { t } = useTranslation('payment-batches')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button size="xs" onClick={() => setAsking(true)}>
        {t('make.action')}
      </Button>
      {asking && <MakeDialog {...props} onClose={() => setAsking(false)} />}
    </>
  )
}
