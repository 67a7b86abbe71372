import { Checkbox, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { getAccount } from '#contract/client.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import { requestWithdrawal } from '#contract/payments.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { useWish } from '#web/core/wish-key.ts'
import { inFours } from '#web/domain/bank-number.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { MoneyField, moneyRules } from '#web/ui/form/money-field.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { readTypedMoney } from '#web/ui/form/typed-money.ts'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import classes from './clients.module.css'

type Values = { amount: string; bankAccountId: string; reason: string; allSigned: boolean }
type Props = {
  account: Pick<Answer<typeof getAccount>, 'id' | 'clientId' | 'number' | 'available' | 'bankAccounts' | 'signature'>
  onDone: (told: string) => void
  onClose: () => void
}

const WithdrawalForm = ({ account, onDone, onClose }: Props) => {
  const { t } = useTranslation('payments')
  const format = useFormat()
  const fieldText = useFieldText()
  const client = useQueryClient()
  const wish = useWish()
  const sending = useSending<Values>({
    defaults: { amount: '', bankAccountId: account.bankAccounts[0]!.id, reason: '', allSigned: false },
    send: async ({ amount, ...rest }) => {
      const body = { amount: readTypedMoney(amount)!, ...rest }
      const params = { clientId: account.clientId, accountId: account.id }
      await call(requestWithdrawal, { params, body }, wish())
      await client.invalidateQueries()
      onDone(t('request.done', { amount: format.money(body.amount, { euros: true }) }))
      onClose()
    },
  })
  const { register, formState } = sending.form
  const { errors } = formState
  return (
    <Form
      sending={sending}
      label={t('request.title', { number: account.number })}
      actions={<SubmitOrCancel busy={sending.busy} submit={t('request.submit')} onCancel={onClose} />}
    >
      <MoneyField
        data-autofocus
        label={t('fields.amount')}
        description={t('request.available', { amount: format.money(account.available, { euros: true }) })}
        error={fieldText(errors.amount)}
        {...register('amount', moneyRules)}
      />
      <NativeSelect
        label={t('fields.bankAccount')}
        data={account.bankAccounts.map(({ id, number }) => ({ value: id, label: inFours(number) }))}
        error={fieldText(errors.bankAccountId)}
        {...register('bankAccountId')}
      />
      <ReasonField
        label={t('fields.reason')}
        description={t('request.reasonHint')}
        error={fieldText(errors.reason)}
        {...register('reason', reasonRules)}
      />
      {account.signature === 'all' && (
        <Checkbox
          label={t('request.allSigned')}
          error={fieldText(errors.allSigned)}
          {...register('allSigned', { validate: (signed) => signed || 'required' })}
        />
      )}
      <p className={classes.muted}>{t('request.held')}</p>
    </Form>
  )
}

/** Asks for money of the account to be paid to its client. */
export const WithdrawalDialog = (props: Props) => {
  const { t } = useTranslation('payments')
  const { account, onClose } = props
  return (
    <Dialog title={t('request.title', { number: account.number })} onClose={onClose}>
      {account.bankAccounts.length > 0 ? (
        <WithdrawalForm {...props} />
      ) : (
        <p className={classes.muted}>{t('request.none')}</p>
      )}
    </Dialog>
  )
}
