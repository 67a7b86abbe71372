import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Money } from '#contract/core/values.ts'
import type { PaymentKind } from '#contract/payments.ts'
import { useFormatters } from '#web/core/format.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { BankHolder } from '#web/domain/bank-holder.tsx'
import { formatBankNumber } from '#web/domain/bank-number.ts'
import { RecentBankChangeBadge } from '#web/domain/recent-bank-change-badge.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import classes from './payment-batches.module.css'

type PaymentOrder = {
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
export const usePaymentOrderColumns = () => {
  const { t } = useTranslation('payments')
  const format = useFormatters()
  return useMemo(() => {
    const whose: readonly RowColumn<PaymentOrder, { amount: Money }>[] = [
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
              <RecentBankChangeBadge at={bankChangedAt} />
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
            {number ? formatBankNumber(number) : '–'}
            <BankHolder holder={bankHolder} isOther={otherHolder} />
            <RecentBankChangeBadge at={bankChangedAt} />
          </>
        ),
      },
    ]
    const amount: RowColumn<PaymentOrder, { amount: Money }> = {
      key: 'amount',
      label: t('fields.amount'),
      align: 'end',
      phone: 3,
      cell: (value) => renderAmount(format, value),
      total: (totals) => renderAmount(format, totals.amount),
    }
    return { whose, amount }
  }, [t, format])
}
