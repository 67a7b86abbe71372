import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { getAccount } from '#contract/clients/client.ts'
import { addContribution } from '#contract/contributions.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useWish } from '#web/core/wish-key.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, under, useTypedDay } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { MoneyField, moneyRules } from '#web/ui/form/money-field.tsx'
import { reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { readTypedMoney } from '#web/ui/form/typed-money.ts'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'

type Values = { amount: string; valueDate: string; reference: string }
type Props = {
  account: Pick<Answer<typeof getAccount>, 'id' | 'clientId' | 'number' | 'openedOn'>
  onDone: (told: string) => void
  onClose: () => void
}

/** Notes money that came in. However often it is sent while it is open, it is noted once. */
export const ContributionDialog = ({ account, onDone, onClose }: Props) => {
  const { t } = useTranslation(['client', 'clients', 'list'])
  const format = useFormat()
  const fieldText = useFieldText()
  const client = useQueryClient()
  const dayOf = useTypedDay()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const wish = useWish()
  const day = (typed: string): string | undefined => (typed.trim() ? dayOf(typed) : today)
  const sending = useSending<Values>({
    defaults: { amount: '', valueDate: '', reference: '' },
    send: async ({ amount, valueDate, reference }) => {
      const body = { amount: readTypedMoney(amount)!, valueDate: day(valueDate)!, reference }
      const params = { clientId: account.clientId, accountId: account.id }
      const { state } = await call(addContribution, { params, body }, wish())
      // Balance, movements, interest and the client's own figures have moved with it.
      await client.invalidateQueries()
      const told = state === 'done' ? 'contribution.done' : 'contribution.asked'
      onDone(t(told, { amount: format.money(body.amount, { euros: true }) }))
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
    <Dialog title={title} lead={t('contribution.lead')} onClose={onClose}>
      <Form
        sending={sending}
        label={title}
        actions={<SubmitOrCancel busy={sending.busy} submit={t('contribution.submit')} onCancel={onClose} />}
      >
        <MoneyField
          data-autofocus
          label={t('clients:movements.amount')}
          error={fieldText(errors.amount)}
          {...register('amount', moneyRules)}
        />
        <DateField
          label={t('clients:movements.valueDate')}
          placeholder={t('list:date.today')}
          error={fieldText(errors.valueDate)}
          {...register('valueDate', { validate: isDay })}
        />
        <TextInput
          label={t('clients:movements.description')}
          description={t('contribution.referenceHint')}
          inputWrapperOrder={under}
          autoComplete="off"
          maxLength={140}
          error={fieldText(errors.reference)}
          {...register('reference', reasonRules)}
        />
      </Form>
    </Dialog>
  )
}
