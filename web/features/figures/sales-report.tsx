import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nobodysId } from '#contract/figures/keys.ts'
import { exportFigureGroups, type FigureGroup, getFigureGroups } from '#contract/figures.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type FigureChoice, toFigureParams, toFigureQuery } from '#web/domain/figures/figure-choice.ts'
import classes from '#web/domain/figures/figures.module.css'
import { renderLinked, renderLinkedAmount } from '#web/domain/linked-value.tsx'
import tables from '#web/domain/numbers-table.module.css'
import { renderTableAmount } from '#web/domain/table-amount.tsx'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import { buildSalesLines, type SalesLine } from './sales-lines.ts'

const groupings = ['product', 'manager'] as const
type SalesGrouping = (typeof groupings)[number]

type SalesFigure = 'activatedAccounts' | 'contributions'

const useSales = (figure: SalesFigure, choice: FigureChoice, by: SalesGrouping) =>
  useQuery({
    ...buildQueryOptions(getFigureGroups, { params: { figure }, query: { ...toFigureQuery(choice), by } }),
    placeholderData: keepPreviousData,
  })

type TableProps = { lines: readonly SalesLine[]; by: SalesGrouping; params: URLSearchParams }

const SalesTable = ({ lines, by, params }: TableProps) => {
  const { t } = useTranslation('figures')
  const format = useFormatters()
  const hrefOf = (figure: SalesFigure, { id }: SalesLine, part?: string): string => {
    const ofLine = id === '' ? [] : [[by, id ?? nobodysId]]
    return `/crm/cifras/${figure}?${new URLSearchParams([...params, ...ofLine, ...(part ? [['part', part]] : [])])}`
  }
  const renderCells = (line: SalesLine) => (
    <>
      <td>{renderLinked(format.number(line.accounts), hrefOf('activatedAccounts', line))}</td>
      <td>{renderLinkedAmount(format, line.agreed, hrefOf('activatedAccounts', line))}</td>
      <td>{renderLinked(format.number(line.contributions), hrefOf('contributions', line))}</td>
      <td>{renderLinkedAmount(format, line.amount, hrefOf('contributions', line))}</td>
      <td>{renderLinkedAmount(format, line.fresh, hrefOf('contributions', line, 'new'))}</td>
      <td>{renderLinkedAmount(format, line.reinvested, hrefOf('contributions', line, 'reinvested'))}</td>
      <td>{line.average === null ? '–' : renderTableAmount(format, line.average)}</td>
      <td>{line.share === null ? '–' : format.percent(line.share)}</td>
    </>
  )
  const total = lines.find(({ id }) => id === '')
  return (
    <ScrollFrame label={t('sales.title')}>
      <table className={tables.numbers}>
        <thead>
          <tr>
            <th scope="col">{t(`sales.by.${by}`)}</th>
            <th scope="col">{t('figures.activatedAccounts')}</th>
            <th scope="col">{t('sales.agreed')}</th>
            <th scope="col">{t('figures.contributions')}</th>
            <th scope="col">{t('amount')}</th>
            <th scope="col">{t('parts.new')}</th>
            <th scope="col">{t('parts.reinvested')}</th>
            <th scope="col">{t('sales.average')}</th>
            <th scope="col">{t('sales.share')}</th>
          </tr>
        </thead>
        <tbody>
          {lines
            .filter((line) => line !== total)
            .map((line) => (
              <tr key={line.id}>
                <th scope="row">{line.name ?? t('sales.nobody')}</th>
                {renderCells(line)}
              </tr>
            ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row">{t('total')}</th>
              {renderCells(total)}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollFrame>
  )
}

const keyOf = (by: SalesGrouping) => (group: FigureGroup) => group[by]

/** What was sold in the range: accounts and money, by product or by manager; each figure opens its rows. */
export const SalesReport = ({ choice }: { choice: FigureChoice }) => {
  const { t } = useTranslation(['figures', 'list'])
  const [by, setBy] = useState<SalesGrouping>('product')
  const mayExport = usePermission('bt_Dashboard1', 'export')
  const accounts = useSales('activatedAccounts', choice, by)
  const contributions = useSales('contributions', choice, by)
  const error = accounts.error ?? contributions.error
  const lines =
    accounts.data && contributions.data
      ? buildSalesLines(accounts.data.groups, contributions.data.groups, keyOf(by))
      : undefined
  const save = (): void =>
    startExport(
      exportFigureGroups,
      { params: { figure: 'contributions' }, query: { ...toFigureQuery(choice), by, format: 'xlsx' } },
      `${t('sales.title')}.xlsx`,
    )
  return (
    <Section title={t('sales.title')} description={t('sales.lead')}>
      <div className={layoutClasses.ends}>
        <ChoiceButtons
          label={t('sales.by.label')}
          options={groupings.map((value) => ({ value, label: t(`sales.by.${value}`) }))}
          value={by}
          onPick={setBy}
        />
        {mayExport && (
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
            {t('list:export.xlsx')}
          </Button>
        )}
      </div>
      {error && (
        <ErrorState error={error} onRetry={() => void Promise.all([accounts.refetch(), contributions.refetch()])} />
      )}
      {!error && !lines && <div className={classes.skeleton} role="status" aria-label={t('list:loading')} />}
      {!error && lines && lines.length <= 1 && <p className={classes.moment}>{t('sales.none')}</p>}
      {!error && lines && lines.length > 1 && <SalesTable lines={lines} by={by} params={toFigureParams(choice)} />}
    </Section>
  )
}
