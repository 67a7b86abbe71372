import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FigureKey } from '#contract/figures/keys.ts'
import { nobodysId } from '#contract/figures/keys.ts'
import { type AmountCell, type CapitalState, capitalStates, getAmountSummary } from '#contract/figures/summaries.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FigureBody } from '#web/domain/figures/figure-body.tsx'
import bar from '#web/domain/figures/figure-choice.module.css'
import { isDay, toPersonQuery, useFigureChoice } from '#web/domain/figures/figure-choice.ts'
import { FigurePersonPicker } from '#web/domain/figures/figure-choice-bar.tsx'
import classes from '#web/domain/figures/figures.module.css'
import { useScopeContext } from '#web/domain/figures/scope-context.ts'
import { renderLinkedAmount } from '#web/domain/linked-value.tsx'
import tables from '#web/domain/numbers-table.module.css'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import { DayPicker } from './day-picker.tsx'

const pivots = ['product', 'manager'] as const
type Pivot = (typeof pivots)[number]

const figureOfState = {
  active: 'totalCapital',
  pending: 'pendingCapital',
  idle: 'idleMoney',
} as const satisfies Record<CapitalState, FigureKey>

const sumCells = (cells: readonly AmountCell[], state: CapitalState): string =>
  centsToAmount(cells.reduce((sum, cell) => (cell.state === state ? sum + toCents(cell.amount) : sum), 0n))

type TableProps = { cells: readonly AmountCell[]; by: Pivot; params: URLSearchParams; isOpening: boolean }

/** A group of rows for each product or manager, with those of the other within it. */
const AmountTable = ({ cells, by, params, isOpening }: TableProps) => {
  const { t } = useTranslation(['figures', 'summaries'])
  const format = useFormatters()
  const within: Pivot = by === 'product' ? 'manager' : 'product'
  const groups = new Map<string, AmountCell[]>()
  for (const cell of cells) {
    const key = cell[by]?.id ?? ''
    groups.set(key, [...(groups.get(key) ?? []), cell])
  }
  const renderCells = (own: readonly AmountCell[], ids: Partial<Record<Pivot, string>>) =>
    capitalStates.map((state) => {
      const amount = sumCells(own, state)
      const query = new URLSearchParams([...params, ...Object.entries(ids)])
      const href = isOpening ? `/crm/cifras/${figureOfState[state]}?${query}` : null
      return <td key={state}>{renderLinkedAmount(format, amount, href)}</td>
    })
  const nameOf = (cell: AmountCell, pivot: Pivot): string => cell[pivot]?.name ?? t('sales.nobody')
  const toId = (cell: AmountCell, pivot: Pivot) => ({ [pivot]: cell[pivot]?.id ?? nobodysId })
  return (
    <ScrollFrame label={t('summaries:amounts.title')}>
      <table className={tables.numbers}>
        <thead>
          <tr>
            <th scope="col">
              {t(`sales.by.${by}`)}
              <span className={classes.within}>{t(`sales.by.${within}`)}</span>
            </th>
            {capitalStates.map((state) => (
              <th key={state} scope="col">
                {t(`summaries:amounts.states.${state}`)}
              </th>
            ))}
          </tr>
        </thead>
        {[...groups].map(([id, own]) => {
          const inner = [...new Set(own.map((cell) => cell[within]?.id ?? ''))]
          return (
            <tbody key={id} className={classes.group}>
              <tr>
                <th scope="row">{nameOf(own[0]!, by)}</th>
                {renderCells(own, toId(own[0]!, by))}
              </tr>
              {inner.map((innerId) => {
                const some = own.filter((cell) => (cell[within]?.id ?? '') === innerId)
                return (
                  <tr key={innerId}>
                    <th scope="row">
                      <span className={classes.within}>{nameOf(some[0]!, within)}</span>
                    </th>
                    {renderCells(some, { ...toId(some[0]!, by), ...toId(some[0]!, within) })}
                  </tr>
                )
              })}
            </tbody>
          )
        })}
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            {renderCells(cells, {})}
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  )
}

/** Capital by product, manager and state as of a day, turned either way. */
export default function AmountSummaryScreen() {
  const { t } = useTranslation(['figures', 'summaries', 'list'])
  const format = useFormatters()
  const mayOpen = usePermission('bt_Dashboard1', 'view')
  const { choice, choose } = useFigureChoice()
  const [params, change] = useAddress()
  const by = pivots.find((known) => known === params.get('by')) ?? 'product'
  const day = isDay(params.get('day')) ? params.get('day') : null
  const set = (name: string, value: string): void => change((next) => next.set(name, value))
  const result = useQuery({
    ...buildQueryOptions(getAmountSummary, { query: { ...toPersonQuery(choice), ...(day && { day }) } }),
    placeholderData: keepPreviousData,
  })
  const { data } = result
  const scopeText = useScopeContext()
  const person: Record<string, string> = choice.of ? { of: choice.of, view: choice.view } : {}
  return (
    <div className={classes.screen}>
      <PageHead
        title={t('summaries:amounts.title')}
        context={
          data
            ? t('contextDay', { who: scopeText(data.scope), day: t('moments.day', { to: format.date(data.day) }) })
            : '\u00a0'
        }
      >
        <div className={bar.choice}>
          <DayPicker day={data?.day ?? day} onDay={(next) => set('day', next)} />
          <ChoiceButtons
            label={t('sales.by.label')}
            options={pivots.map((value) => ({ value, label: t(`sales.by.${value}`) }))}
            value={by}
            onPick={(value) => set('by', value)}
          />
          <FigurePersonPicker choice={choice} onChoose={choose} />
        </div>
      </PageHead>
      <FigureBody result={result} tiles={0}>
        {({ cells, day: shownDay }) =>
          cells.length === 0 ? (
            <EmptyState title={t('summaries:amounts.none')} hint={t('rows.emptyHint')} />
          ) : (
            <Section title={t('summaries:amounts.table')} description={t('summaries:amounts.lead')}>
              <AmountTable
                cells={cells}
                by={by}
                params={new URLSearchParams({ range: 'custom', from: shownDay, to: shownDay, ...person })}
                isOpening={mayOpen}
              />
            </Section>
          )
        }
      </FigureBody>
    </div>
  )
}
