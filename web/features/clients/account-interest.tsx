import { UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { AccountInterest } from '#contract/clients/account-interest.ts'
import { useFormatters } from '#web/core/format.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import { DateControl } from '#web/ui/list/date-control.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import classes from './clients.module.css'
import { buildAccountInterestQuery } from './use-is-account-page-loaded.ts'

type InterestLine = AccountInterest['lines'][number]

/** So many of the newest are shown until all are asked for. */
const initialVisibleRows = 6

const useInterestLineColumns = (withBonus: boolean): readonly RowColumn<InterestLine, never>[] => {
  const { t } = useTranslation('interest')
  const format = useFormatters()
  const figure = (value: string) => format.decimal(value.replace(/0{2}$/, ''))
  return [
    { key: 'from', label: t('from'), phone: 1, cell: format.date },
    { key: 'to', label: t('to'), cell: format.date },
    { key: 'days', label: t('days'), align: 'end', phone: 2, cell: format.number },
    { key: 'capital', label: t('capital'), align: 'end', cell: (amount) => <Amount value={amount} /> },
    { key: 'interest', label: t('amount'), align: 'end', phone: 3, cell: figure },
    ...(withBonus ? [{ key: 'bonus' as const, label: t('bonus'), align: 'end' as const, cell: figure }] : []),
  ]
}

/** What it comes to, and by which terms. */
const InterestTotals = ({ interest }: { interest: AccountInterest }) => {
  const { t } = useTranslation(['interest', 'common'])
  const format = useFormatters()
  const { posted, accrued, toDate, rate, bonusRate, effectiveRate, dayCount, payout, nextPayoutOn } = interest
  const bonus = /[1-9]/.test(bonusRate) ? t('withBonus', { rate: format.rate(bonusRate) }) : ''
  return (
    <>
      <p className={classes.formula}>
        {t('formula', {
          posted: format.money(posted),
          accrued: format.money(accrued),
          toDate: format.money(toDate),
        })}
      </p>
      {interest.accrues && (
        <p className={classes.muted}>
          {t('terms', { rate: format.rate(rate), bonus, dayCount, payout: t(`payouts.${payout}`) })}
          {effectiveRate !== null && ` ${t('common:effectiveRate')}: ${format.rate(effectiveRate)}.`}
          {nextPayoutOn && ` ${t('next', { date: format.date(nextPayoutOn) })}`}
        </p>
      )}
    </>
  )
}

const InterestLines = ({ interest }: { interest: AccountInterest }) => {
  const { t } = useTranslation('interest')
  const [all, setAll] = useState(false)
  const columns = useInterestLineColumns(/[1-9]/.test(interest.bonusRate))
  const newest = interest.lines.map((line) => ({ ...line, id: line.from })).toReversed()
  if (newest.length === 0)
    return (
      <EmptyState
        title={t(interest.accrues ? 'nothing' : 'never')}
        hint={t(interest.accrues ? 'nothingHint' : 'neverHint')}
      />
    )
  return (
    <>
      <DataTable label={t('title')} columns={columns} rows={all ? newest : newest.slice(0, initialVisibleRows)} dense />
      <p className={classes.muted}>
        {t('how')}{' '}
        {newest.length > initialVisibleRows && (
          <UnstyledButton className={classes.more} onClick={() => setAll(!all)}>
            {all ? t('fewer') : t('all', { count: newest.length })}
          </UnstyledButton>
        )}
      </p>
    </>
  )
}

/** The interest of an account to a day, with every stretch that it is made of. The day stands in the address. */
export const AccountInterestSection = (params: { clientId: string; accountId: string }) => {
  const { t } = useTranslation('interest')
  const id = useId()
  const [address, change] = useAddress()
  const asOf = address.get('intereses') ?? ''
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...buildAccountInterestQuery(params, asOf),
    placeholderData: keepPreviousData,
  })
  const choose = (day: string): void =>
    change(
      (next) => {
        if (day) next.set('intereses', day)
        else next.delete('intereses')
      },
      { replace: true },
    )
  return (
    <section id="intereses" className={classes.part} aria-labelledby={id} aria-busy={isPlaceholderData || undefined}>
      <div className={classes.interestHead}>
        <h2 id={id} className={classes.cardTitle}>
          {t('title')}
        </h2>
        <DateControl label={t('asOf')} value={data && !asOf ? data.asOf : asOf} onChange={choose} />
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !error && (
        <>
          <InterestTotals interest={data} />
          <InterestLines interest={data} />
        </>
      )}
    </section>
  )
}
