import { BankHolder } from '#web/domain/bank-holder.tsx'
import { formatBankNumber } from '#web/domain/bank-number.ts'
import { RecentBankChangeBadge } from '#web/domain/recent-bank-change-badge.tsx'
import classes from './payment-batches.module.css'

type OrderDestination = { bankHolder: string | null; otherHolder: boolean; bankChangedAt: string | null }

/** Whose an order is, in each list of them. */
export const payeeColumns = [
  {
    key: 'clientName',
    phone: 1,
    // A card has no bank account: what speaks against it stands by the name.
    cell: (name: string, { bankChangedAt, bankHolder, otherHolder }: OrderDestination) => (
      <>
        {name}
        <span className={classes.onCard}>
          {otherHolder && <BankHolder holder={bankHolder} isOther />}
          <RecentBankChangeBadge at={bankChangedAt} />
        </span>
      </>
    ),
  },
  { key: 'clientCvl', optional: true },
  { key: 'accountNumber', optional: true },
] as const

/** Where it goes. */
export const destinationColumn = {
  key: 'bankAccount',
  wide: true,
  cell: (number: string | null, { bankChangedAt, bankHolder, otherHolder }: OrderDestination) => (
    <>
      {number ? formatBankNumber(number) : '–'}
      <BankHolder holder={bankHolder} isOther={otherHolder} />
      <RecentBankChangeBadge at={bankChangedAt} />
    </>
  ),
} as const
