import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { getAccount } from '#contract/clients/client.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { quoteWithdrawal, requestWithdrawal } from '#contract/payments.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useIdempotencyKey } from '#web/core/idempotency-key.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { formatBankNumber } from '#web/domain/bank-number.ts'
import { OperationNotice } from '#web/domain/operation-notice.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { MoneyField, moneyRules } from '#web/ui/form/money-field.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { parseMoney } from '#web/ui/form/typed-money.ts'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import classes from './clients.module.css'

type WithdrawalFormValues = { amount: string; bankAccountId: string; reason: string; allSigned: boolean }
type Props = {
  account: Pick<
    ResponseBody<typeof getAccount>,
    'id' | 'clientId' | 'clientName' | 'number' | 'available' | 'bankAccounts' | 'signature' | 'earlyWithdrawal'
  >
  /** Quotes a cancellation in its place; null where the person may not. */
  onCancelAccount: (() => void) | null
  onDone: (message: string) => void
  onClose: () => void
}

type QuotedWithdrawal = ResponseBody<typeof quoteWithdrawal> & { amount: string }

const WithdrawalForm = ({ account, onDone, onClose }: Props) => {
  const { t } = useTranslation('payments')
  const format = useFormatters()
  const fieldText = useFieldErrorText()
  const withIdempotencyKey = useIdempotencyKey()
  const [quoted, setQuoted] = useState<QuotedWithdrawal | null>(null)
  const isPenalised = account.earlyWithdrawal === 'part_with_penalty'
  const sending = useSubmitForm<WithdrawalFormValues>({
    defaults: { amount: '', bankAccountId: account.bankAccounts[0]!.id, reason: '', allSigned: false },
    submit: async ({ amount, ...rest }) => {
      const params = { clientId: account.clientId, accountId: account.id }
      const body = { amount: parseMoney(amount)!, ...rest }
      // What it costs is seen before it is asked for, of that amount.
      if (isPenalised && quoted?.amount !== body.amount) {
        setQuoted({
          ...(await callEndpoint(quoteWithdrawal, { params, body: { amount: body.amount } })),
          amount: body.amount,
        })
        return
      }
      const penalty = quoted?.penalty
      setQuoted(null)
      await callEndpoint(
        requestWithdrawal,
        { params, body: { ...body, ...(penalty && { penalty }) } },
        withIdempotencyKey(),
      )
      onDone(t('request.done', { amount: format.money(body.amount, { euros: true }) }))
      onClose()
    },
  })
  const { register, control, formState } = sending.form
  const typed = useWatch({ control, name: 'amount' })
  const isQuoted = !isPenalised || quoted?.amount === parseMoney(typed)
  const { errors } = formState
  return (
    <Form
      formState={sending}
      label={t('request.title', { number: account.number })}
      actions={
        <SubmitCancelButtons
          busy={sending.busy}
          submit={t(isQuoted ? 'request.submit' : 'request.quote')}
          onCancel={onClose}
        />
      }
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
        data={account.bankAccounts.map(({ id, number }) => ({ value: id, label: formatBankNumber(number) }))}
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
      <div role="status">
        {isPenalised && isQuoted && quoted && (
          <p>
            {t('request.penalty', {
              penalty: format.money(quoted.penalty, { euros: true }),
              debited: format.money(quoted.debited, { euros: true }),
              left: format.money(quoted.left, { euros: true }),
            })}
          </p>
        )}
      </div>
      <p className={classes.muted}>{t('request.held')}</p>
    </Form>
  )
}

/** Asks for money of the account to be paid to its client. */
export const WithdrawalDialog = (props: Props) => {
  const { t } = useTranslation('payments')
  const { account, onCancelAccount, onClose } = props
  return (
    <Dialog title={t('request.title', { number: account.number })} subject={account.clientName} onClose={onClose}>
      {account.earlyWithdrawal === 'none' ? (
        <div className={layoutClasses.stack}>
          <p className={classes.muted}>{t('request.noPart')}</p>
          {onCancelAccount && (
            <div>
              <Button data-autofocus onClick={onCancelAccount}>
                {t('request.cancel')}
              </Button>
            </div>
          )}
        </div>
      ) : account.bankAccounts.length > 0 ? (
        <>
          <OperationNotice account={account} operation="out" />
          <WithdrawalForm {...props} />
        </>
      ) : (
        <p className={classes.muted}>{t('request.none')}</p>
      )}
    </Dialog>
  )
}
