import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { CancellationQuote } from '#contract/cancellations.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { CancellationBreakdown } from '#web/domain/cancellation-breakdown.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './cancellations.module.css'

type Props = { quote: CancellationQuote }
const isNonZeroAmount = (amount: string): boolean => /[1-9]/.test(amount)

/** From what stands in the account to what is paid. */
export const NetAmountSection = ({ quote }: Props) => {
  const { t } = useTranslation('cancellations')
  return (
    <Section id="net" title={t('quote.how')}>
      <CancellationBreakdown figures={quote} />
    </Section>
  )
}

type QuoteLine = CancellationQuote['lines'][number]
/** So many of the newest are shown until all are asked for. */
const initialVisibleRows = 8

/** Shows the others too, where there are any. */
const ShowMoreButton = ({ of: count, all, onToggle }: { of: number; all: boolean; onToggle: () => void }) => {
  const { t } = useTranslation('cancellations')
  if (count <= initialVisibleRows) return null
  return (
    <UnstyledButton className={classes.more} onClick={onToggle}>
      {all ? t('quote.fewer') : t('quote.all', { count })}
    </UnstyledButton>
  )
}

const exactAmountFields = ['interest', 'penalised', 'penalty', 'bonus'] as const

const useQuoteLineColumns = (withBonus: boolean): readonly RowColumn<QuoteLine, never>[] => {
  const { t } = useTranslation('cancellations')
  const format = useFormatters()
  const names = {
    interest: t('quote.atContract'),
    penalised: t('quote.penalised'),
    penalty: t('quote.difference'),
    bonus: t('quote.bonus'),
  }
  const figures = exactAmountFields
    .filter((key) => key !== 'bonus' || withBonus)
    .map(
      (key): RowColumn<QuoteLine, never> => ({
        key,
        label: names[key],
        align: 'end',
        ...(key === 'penalty' && { phone: 3 }),
        cell: (value: string) => format.decimal(value.replace(/0{2}$/, '')),
      }),
    )
  return [
    { key: 'from', label: t('quote.from'), phone: 1, cell: format.date },
    { key: 'to', label: t('quote.until'), cell: format.date },
    { key: 'days', label: t('quote.days'), align: 'end', phone: 2, cell: format.number },
    { key: 'capital', label: t('fields.capital'), align: 'end', cell: (amount) => renderAmount(format, amount) },
    ...figures,
  ]
}

/** Interest and penalty, stretch by stretch. */
export const InterestLineTable = ({ quote }: Props) => {
  const { t } = useTranslation('cancellations')
  const format = useFormatters()
  const [all, setAll] = useState(false)
  const columns = useQuoteLineColumns(isNonZeroAmount(quote.bonusRate))
  const newest = quote.lines.map((line) => ({ ...line, id: line.from })).toReversed()
  const { rate, penaltyPoints, penalisedRate, dayCount } = quote
  const lead = t('quote.interestHow', {
    rate: format.rate(rate),
    points: format.rate(penaltyPoints),
    penalised: format.rate(penalisedRate),
    dayCount,
  })
  return (
    <Section
      id="interest"
      title={t('quote.interestTitle')}
      description={newest.length > 0 ? lead : t('quote.noInterest')}
    >
      {newest.length > 0 && (
        <DataTable
          label={t('quote.interestTitle')}
          columns={columns}
          rows={all ? newest : newest.slice(0, initialVisibleRows)}
          dense
        />
      )}
      <ShowMoreButton of={newest.length} all={all} onToggle={() => setAll(!all)} />
    </Section>
  )
}

/** What of the interest is in the books already. Nothing where nothing is. */
export const PostedLineTable = ({ quote }: Props) => {
  const { t } = useTranslation('cancellations')
  const format = useFormatters()
  const [all, setAll] = useState(false)
  const newest = quote.postings.toReversed()
  if (newest.length === 0) return null
  const columns: readonly RowColumn<(typeof newest)[number], never>[] = [
    { key: 'valueDate', label: t('quote.valueDate'), phone: 1, cell: format.date },
    { key: 'kind', label: t('quote.kind'), phone: 2, cell: (kind) => t(`quote.kinds.${kind}`) },
    { key: 'amount', label: t('quote.amount'), align: 'end', phone: 3, cell: (amount) => renderAmount(format, amount) },
  ]
  return (
    <Section id="postings" title={t('quote.postings')}>
      <DataTable
        label={t('quote.postings')}
        columns={columns}
        rows={all ? newest : newest.slice(0, initialVisibleRows)}
        dense
      />
      <ShowMoreButton of={newest.length} all={all} onToggle={() => setAll(!all)} />
    </Section>
  )
}

/** Whether anything was taxed, or would have been but for an exemption. */
export const hasTaxes = ({ taxes }: CancellationQuote): boolean =>
  taxes.some(({ base, amount }) => isNonZeroAmount(base) || isNonZeroAmount(amount))

/** Of each holder, what is withheld and by which rule. */
export const TaxLineTable = ({ quote }: Props) => {
  const { t } = useTranslation('cancellations')
  const format = useFormatters()
  const rows = quote.taxes.map((tax, at) => ({ ...tax, id: String(at) }))
  if (!hasTaxes(quote)) return null
  const columns: readonly RowColumn<(typeof rows)[number], never>[] = [
    { key: 'name', label: t('quote.holder'), phone: 1 },
    { key: 'base', label: t('quote.base'), align: 'end', cell: (amount) => renderAmount(format, amount) },
    { key: 'rate', label: t('quote.rate'), align: 'end', phone: 2, cell: (rate) => format.rate(rate) },
    { key: 'source', label: t('quote.source'), wide: true },
    { key: 'amount', label: t('quote.taxed'), align: 'end', phone: 3, cell: (amount) => renderAmount(format, amount) },
  ]
  return (
    <Section id="taxes" title={t('quote.taxes')}>
      <DataTable label={t('quote.taxes')} columns={columns} rows={rows} dense />
    </Section>
  )
}
