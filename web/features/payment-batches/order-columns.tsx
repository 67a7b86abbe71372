import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Money } from '#contract/core/values.ts'
import type { PaymentKind } from '#contract/payments.ts'
import { useFormat } from '#web/core/format.ts'
import { amountOf } from '#web/domain/amount.tsx'
import { BankChange } from '#web/domain/bank-change.tsx'
import { BankHolder } from '#web/domain/bank-holder.tsx'
import { inFours } from '#web/domain/bank-number.ts'
import type { ColumnFor } from '#web/ui/list/list-types.ts'
import classes from './payment-batches.module.css'

type Order = {
  kind: PaymentKind
  clientName: string
  clientCvl: string
  accountNumber: string
  bankAccount: string | null
  bankHolder: string | null
  otherHolder: boolean
  bankChangedAt: string | null
  amount: Money
}

/** What each list of orders says of one: what it is and whose, and at the end where it goes and how much. */
export const useOrderColumns = () => {
  const { t } = useTranslation('payments')
  const format = useFormat()
  return useMemo(() => {
    const whose: readonly ColumnFor<Order, { amount: Money }>[] = [
      { key: 'kind', label: t('fields.kind'), cell: (kind) => t(`kinds.${kind}`) },
      {
        key: 'clientName',
        label: t('fields.client'),
        phone: 1,
        // A card has no bank account: what speaks against it stands by the name.
        cell: (name, { bankChangedAt, bankHolder, otherHolder }) => (
          <>
            {name}
            <span className={classes.onCard}>
              {otherHolder && <BankHolder holder={bankHolder} isOther />}
              <BankChange at={bankChangedAt} />
            </span>
          </>
        ),
      },
      { key: 'clientCvl', label: t('fields.cvl'), optional: true },
      { key: 'accountNumber', label: t('fields.account'), optional: true },
      {
        key: 'bankAccount',
        label: t('fields.bankAccount'),
        cell: (number, { bankChangedAt, bankHolder, otherHolder }) => (
          <>
            {number ? inFours(number) : '–'}
            <BankHolder holder={bankHolder} isOther={otherHolder} />
            <BankChange at={bankChangedAt} />
          </>
        ),
      },
    ]
    const amount: ColumnFor<Order, { amount: Money }> = {
      key: 'amount',
      label: t('fields.amount'),
      align: 'end',
      phone: 3,
      cell: (value) => amountOf(format, value),
      total: (totals) => amountOf(format, totals.amount),
    }
    return { whose, amount }
  }, [t, format])
}
