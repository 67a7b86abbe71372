import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { getPeopleStatistics } from '#contract/people-dashboard.ts'
import { toCents } from '#rules/cents.ts'
import { calculatePercent } from '#rules/percent.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type FigureChoice, toPersonQuery } from '#web/domain/figures/figure-choice.ts'
import figures from '#web/domain/figures/figures.module.css'
import { renderLinked, renderLinkedAmount } from '#web/domain/linked-value.tsx'
import tables from '#web/domain/numbers-table.module.css'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './people-dashboard.module.css'

type Distribution = ResponseBody<typeof getPeopleStatistics>['distributions'][number]
type TableProps = { distribution: Distribution; buildHref: (figure: string, part?: string) => string | null }

const DistributionTable = ({ distribution: { key, parts }, buildHref }: TableProps) => {
  const { t } = useTranslation(['people-dashboard', 'figures'])
  const format = useFormatters()
  const shown = parts.filter(({ count }) => count > 0)
  const clients = shown.reduce((sum, { count }) => sum + count, 0)
  const capital = shown.reduce((sum, { amount }) => sum + toCents(amount), 0n)
  return (
    <ScrollFrame label={t(`figures:figures.${key}`)}>
      <table className={tables.numbers}>
        <caption>{t(`figures:figures.${key}`)}</caption>
        <thead>
          <tr>
            <th scope="col">{t('figures:part')}</th>
            <th scope="col">{t('count')}</th>
            <th scope="col">{t('share')}</th>
            <th scope="col">{t('amount')}</th>
            <th scope="col">{t('share')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ part, count, amount }) => {
            const href = buildHref(key, part)
            const share = calculatePercent(BigInt(count), BigInt(clients))
            const shareOfCapital = calculatePercent(toCents(amount), capital)
            return (
              <tr key={part}>
                <th scope="row">{t(`figures:parts.${part}`)}</th>
                <td>{renderLinked(format.number(count), href)}</td>
                <td>{share === null ? '–' : format.percent(share)}</td>
                <td>{renderLinkedAmount(format, amount, href)}</td>
                <td>{shareOfCapital === null ? '–' : format.percent(shareOfCapital)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

/** How the clients in reach are spread: by size, age and tenure, with the median of their capital. */
export const PeopleStatistics = ({ choice, day }: { choice: FigureChoice; day: string }) => {
  const { t } = useTranslation(['people-dashboard', 'list'])
  const format = useFormatters()
  const mayOpen = usePermission('bt_Dashboard1', 'view')
  const query = toPersonQuery(choice)
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(getPeopleStatistics, { query }),
    placeholderData: keepPreviousData,
  })
  const buildHref = (figure: string, part?: string): string | null => {
    if (!mayOpen) return null
    const params = new URLSearchParams({ range: 'custom', from: day, to: day, ...(query as Record<string, string>) })
    if (part) params.set('part', part)
    return `/crm/cifras/${figure}?${params}`
  }
  const medianHref = buildHref('clientSizes')
  return (
    <Section title={t('statistics')} description={t('statisticsLead')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <div className={figures.skeleton} role="status" aria-label={t('list:loading')} />}
      {!error && data && (
        <>
          <p className={classes.median}>
            {t('median')}:{' '}
            {data.median !== null && medianHref ? (
              <Link to={medianHref}>{format.money(data.median)}</Link>
            ) : (
              <strong>{format.money(data.median)}</strong>
            )}
          </p>
          <div className={figures.tables}>
            {data.distributions.map((distribution) => (
              <DistributionTable key={distribution.key} distribution={distribution} buildHref={buildHref} />
            ))}
          </div>
        </>
      )}
    </Section>
  )
}
