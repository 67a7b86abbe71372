import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CancellationQuote } from '#contract/cancellations.ts'
import { useFormat } from '#web/core/format.ts'
import { amountOf } from '#web/domain/amount.tsx'
import { CancellationSum } from '#web/domain/cancellation-sum.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { ColumnFor } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './cancellations.module.css'

type Props = { quote: CancellationQuote }
const isSome = (amount: string): boolean => /[1-9]/.test(amount)

/** From what stands in the account to what is paid. */
export const NetSum = ({ quote }: Props) => {
  const { t } = useTranslation('cancellations')
  return (
    <Section title={t('quote.how')}>
      <CancellationSum figures={quote} />
    </Section>
  )
}

type Line = CancellationQuote['lines'][number]
/** So many of the newest are shown until all are asked for. */
const shownFirst = 8

/** Shows the others too, where there are any. */
const More = ({ of: count, all, onToggle }: { of: number; all: boolean; onToggle: () => void }) => {
  const { t } = useTranslation('cancellations')
  if (count <= shownFirst) return null
  return (
    <UnstyledButton className={classes.more} onClick={onToggle}>
      {all ? t('quote.fewer') : t('quote.all', { count })}
    </UnstyledButton>
  )
}

const exactly = ['interest', 'penalised', 'penalty', 'bonus'] as const

const useLineColumns = (withBonus: boolean): readonly ColumnFor<Line, never>[] => {
  const { t } = useTranslation('cancellations')
  const format = useFormat()
  const names = {
    interest: t('quote.atContract'),
    penalised: t('quote.penalised'),
    penalty: t('quote.difference'),
    bonus: t('quote.bonus'),
  }
  const figures = exactly
    .filter((key) => key !== 'bonus' || withBonus)
    .map(
      (key): ColumnFor<Line, never> => ({
        ...{ key, label: names[key], align: 'end' },
        ...(key === 'penalty' && { phone: 3 }),
        cell: (value: string) => format.decimal(value.replace(/0{2}$/, '')),
      }),
    )
  return [
    { key: 'from', label: t('quote.from'), phone: 1, cell: format.date },
    { key: 'to', label: t('quote.until'), cell: format.date },
    { key: 'days', label: t('quote.days'), align: 'end', phone: 2, cell: format.number },
    { key: 'capital', label: t('fields.capital'), align: 'end', cell: (amount) => amountOf(format, amount) },
    ...figures,
  ]
}

/** Interest and penalty, stretch by stretch. */
export const InterestLines = ({ quote }: Props) => {
  const { t } = useTranslation('cancellations')
  const format = useFormat()
  const [all, setAll] = useState(false)
  const columns = useLineColumns(isSome(quote.bonusRate))
  const newest = quote.lines.toReversed()
  const { rate, penaltyPoints, penalisedRate, dayCount } = quote
  const lead = t('quote.interestHow', {
    rate: format.rate(rate),
    points: format.rate(penaltyPoints),
    penalised: format.rate(penalisedRate),
    dayCount,
  })
  return (
    <Section title={t('quote.interestTitle')} lead={newest.length > 0 ? lead : t('quote.noInterest')}>
      {newest.length > 0 && (
        <DataTable
          label={t('quote.interestTitle')}
          columns={columns}
          rows={all ? newest : newest.slice(0, shownFirst)}
          dense
        />
      )}
      <More of={newest.length} all={all} onToggle={() => setAll(!all)} />
    </Section>
  )
}

/** What of the interest is in the books already. Nothing where nothing is. */
export const PostedLines = ({ quote }: Props) => {
  const { t } = useTranslation('cancellations')
  const format = useFormat()
  const [all, setAll] = useState(false)
  const newest = quote.postings.toReversed()
  if (newest.length === 0) return null
  const columns: readonly ColumnFor<(typeof newest)[number], never>[] = [
    { key: 'valueDate', label: t('quote.valueDate'), phone: 1, cell: format.date },
    { key: 'kind', label: t('quote.kind'), phone: 2, cell: (kind) => t(`quote.kinds.${kind}`) },
    { key: 'amount', label: t('quote.amount'), align: 'end', phone: 3, cell: (amount) => amountOf(format, amount) },
  ]
  return (
    <Section title={t('quote.postings')}>
      <DataTable
        label={t('quote.postings')}
        columns={columns}
        rows={all ? newest : newest.slice(0, shownFirst)}
        dense
      />
      <More of={newest.length} all={all} onToggle={() => setAll(!all)} />
    </Section>
  )
}

/** Of each holder, what is withheld and by which rule. */
export const TaxLines = ({ quote }: Props) => {
  const { t } = useTranslation('cancellations')
  const format = useFormat()
  const rows = quote.taxes.map((tax, at) => ({ ...tax, id: String(at) }))
  if (!rows.some(({ base, amount }) => isSome(base) || isSome(amount))) return null
  const columns: readonly ColumnFor<(typeof rows)[number], never>[] = [
    { key: 'name', label: t('quote.holder'), phone: 1 },
    { key: 'base', label: t('quote.base'), align: 'end', cell: (amount) => amountOf(format, amount) },
    { key: 'rate', label: t('quote.rate'), align: 'end', phone: 2, cell: (rate) => format.rate(rate) },
    { key: 'source', label: t('quote.source') },
    { key: 'amount', label: t('quote.taxed'), align: 'end', phone: 3, cell: (amount) => amountOf(format, amount) },
  ]
  return (
    <Section title={t('quote.taxes')}>
      <DataTable label={t('quote.taxes')} columns={columns} rows={rows} dense />
    </Section>
  )
}
