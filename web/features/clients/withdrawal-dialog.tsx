import { Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { getAccount } from '#contract/client.ts'
import { type Answer, keyHeader } from '#contract/core/endpoint.ts'
import { requestWithdrawal } from '#contract/payments.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { newWishKey } from '#web/core/wish-key.ts'
import { under } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { readTypedMoney } from '#web/ui/form/typed-money.ts'
import { useFieldText } from '#web/ui/form/use-field-text.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import classes from './clients.module.css'

type Values = { amount: string; bankAccountId: string; reason: string }
type Props = {
  account: Pick<Answer<typeof getAccount>, 'id' | 'clientId' | 'number' | 'available' | 'bankAccounts'>
  onDone: (told: string) => void
  onClose: () => void
}

const inFours = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ')

const WithdrawalForm = ({ account, onDone, onClose }: Props) => {
  const { t } = useTranslation('payments')
  const format = useFormat()
  const fieldText = useFieldText()
  const client = useQueryClient()
  const [key] = useState(newWishKey)
  const sending = useSending<Values>({
    defaults: { amount: '', bankAccountId: account.bankAccounts[0]!.id, reason: '' },
    send: async ({ amount, ...rest }) => {
      const body = { amount: readTypedMoney(amount)!, ...rest }
      const params = { clientId: account.clientId, accountId: account.id }
      await call(requestWithdrawal, { params, body }, { headers: { [keyHeader]: key } })
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
      <TextInput
        data-autofocus
        label={t('fields.amount')}
        description={t('request.available', { amount: format.money(account.available, { euros: true }) })}
        inputWrapperOrder={under}
        rightSection="€"
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        classNames={{ input: classes.moneyInput! }}
        error={fieldText(errors.amount)}
        {...register('amount', {
          required: 'required',
          validate: (typed) => readTypedMoney(typed) !== undefined || 'amount',
        })}
      />
      <NativeSelect
        label={t('fields.bankAccount')}
        data={account.bankAccounts.map(({ id, number }) => ({ value: id, label: inFours(number) }))}
        error={fieldText(errors.bankAccountId)}
        {...register('bankAccountId')}
      />
      <Textarea
        label={t('fields.reason')}
        description={t('request.reasonHint')}
        inputWrapperOrder={under}
        rows={2}
        maxLength={500}
        error={fieldText(errors.reason)}
        {...register('reason', { required: 'required', minLength: { value: 3, message: 'too_small' } })}
      />
      <p className={classes.muted}>{t('request.held')}</p>
    </Form>
  )
}

/** Asks for money of the account to be paid to its client. */
export const WithdrawalDialog = (props: Props) => {
  const { t } = useTranslation(['payments', 'common'])
  const { account, onClose } = props
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('request.title', { number: account.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {account.bankAccounts.length > 0 ? (
        <WithdrawalForm {...props} />
      ) : (
        <p className={classes.dialogLead}>{t('request.none')}</p>
      )}
    </Modal>
  )
}
