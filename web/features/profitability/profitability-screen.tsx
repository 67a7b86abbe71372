import { useMemo } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { type ProfitabilityGrouping, profitabilityGroupings } from '#contract/profitability/kinds.ts'
import { listProfitability } from '#contract/profitability.ts'
import { useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import {
  type FigureChoice,
  hasDays,
  hasOwnChoice,
  resolveFigureDays,
  toFigureParams,
  useFigureChoice,
} from '#web/domain/figures/figure-choice.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { useListTotals } from '#web/ui/list/use-list-data.ts'
import { useListState } from '#web/ui/list/use-list-state.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { ReservedRoom } from '#web/ui/reserved-room.tsx'
import textClasses from '#web/ui/text.module.css'
import { MarginChoiceBar } from './margin-choice-bar.tsx'
import { ChosenFilters } from './margin-filters.tsx'
import { MarginSum, UnratedNotice } from './margin-sum.tsx'
import classes from './profitability.module.css'

type MarginList = typeof listProfitability
type MarginColumns = ScreenColumns<MarginList>

const readGrouping = (params: URLSearchParams): ProfitabilityGrouping =>
  profitabilityGroupings.find((known) => known === params.get('by')) ?? 'product'

/** The same study in other words: of a group the accounts that it is made of. */
const buildStudyHref = (params: URLSearchParams, changes: Record<string, string>): string => {
  const query = new URLSearchParams(params)
  for (const name of ['page', 'sort', 'direction', 'search', 'by', 'rated']) query.delete(name)
  for (const [name, value] of Object.entries(changes)) query.set(name, value)
  return `/crm/EstudioRentabilidad?${query}`
}

const useMarginFilters = (): FilterChoices<MarginList> => {
  const { t } = useTranslation('profitability')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('search') },
      rated: {
        control: 'select',
        label: t('rated'),
        alwaysShown: true,
        options: (['yes', 'no'] as const).map((value) => ({ value, label: t(`ratedOptions.${value}`) })),
      },
      range: { control: 'elsewhere' },
      from: { control: 'elsewhere' },
      to: { control: 'elsewhere' },
      of: { control: 'elsewhere' },
      view: { control: 'elsewhere' },
      by: { control: 'elsewhere' },
      product: { control: 'elsewhere' },
      manager: { control: 'elsewhere' },
      client: { control: 'elsewhere' },
    }),
    [t],
  )
}

const useMarginColumns = (by: ProfitabilityGrouping, showsUnrated: boolean, params: URLSearchParams) => {
  const { t } = useTranslation('profitability')
  const format = useFormatters()
  const chosen = params.toString()
  return useListColumns(
    listProfitability,
    useMemo((): MarginColumns => {
      const query = new URLSearchParams(chosen)
      const name: MarginColumns[number] = {
        key: 'name',
        label: t(`groupings.${by}`),
        phone: 1,
        cell: (name) => name ?? t('noManager'),
      }
      const accounts: MarginColumns[number] = {
        key: 'accounts',
        cell: (count, { id, unratedAccounts }) =>
          unratedAccounts === 0 ? (
            format.number(count)
          ) : (
            <>
              {format.number(count)}{' '}
              <Link
                className={textClasses.attention}
                to={buildStudyHref(query, { by: 'account', rated: 'no', [by]: id })}
              >
                {t('unrated.short', { total: format.number(unratedAccounts) })}
              </Link>
            </>
          ),
      }
      const ofAccount: MarginColumns = by === 'account' ? ['clientName', 'productName'] : [accounts]
      return [
        name,
        ...ofAccount,
        // Of accounts without a rate this is what there is to see.
        ...(showsUnrated ? (['unratedBalance'] as const) : []),
        'averageBalance',
        'transferIncome',
        'interest',
        'costs',
        {
          key: 'margin',
          phone: 2,
          cell: (margin) =>
            margin === null ? (
              <span className={textClasses.attention}>{t('noRate')}</span>
            ) : (
              renderAmount(format, margin)
            ),
        },
        { key: 'marginShare', phone: 3 },
        ...(showsUnrated ? [] : [{ key: 'unratedBalance', optional: true } as const]),
      ]
    }, [t, format, by, showsUnrated, chosen]),
  )
}

/** As much as the notice of accounts without a rate is likely to say. */
const widestUnrated = {
  unratedAccounts: 9999,
  unratedBalance: '9999999.99',
  unratedInterest: '99999.99',
  unratedCosts: '9999.99',
}

const StudyGroups = ({ choice }: { choice: FigureChoice }) => {
  const { t } = useTranslation('profitability')
  const [params, changeAddress] = useAddress()
  const by = readGrouping(params)
  return (
    <div className={layoutClasses.looseLine}>
      <ChoiceButtons
        label={t('groupings.label')}
        options={profitabilityGroupings.map((value) => ({ value, label: t(`groupings.${value}`) }))}
        value={by}
        onPick={(value) =>
          changeAddress((now) => {
            now.set('by', value)
            now.delete('page')
          })
        }
      />
      <ChosenFilters choice={choice} />
    </div>
  )
}

const Study = ({ choice }: { choice: FigureChoice }) => {
  const { t } = useTranslation('profitability')
  const format = useFormatters()
  const [params] = useSearchParams()
  const by = readGrouping(params)
  const [{ filters }] = useListState(listProfitability)
  const totals = useListTotals(listProfitability, filters)
  const counted = totals ? totals.accounts - totals.unratedAccounts : 0
  const noSums = {
    transferIncome: null,
    interest: '0.00',
    costs: '0.00',
    margin: null,
    marginShare: null,
    averageBalance: '0.00',
  }
  return (
    <>
      <MarginSum
        parts={totals ?? noSums}
        hrefs={(sort) => buildStudyHref(params, { by: 'account', rated: 'yes', sort, direction: 'desc' })}
        averageLead={totals ? t('sum.averageBalanceLead', { count: counted, total: format.number(counted) }) : '\u00a0'}
      />
      <p className={classes.rule}>{t('rule')}</p>
      <ReservedRoom sample={<UnratedNotice totals={widestUnrated} accountsHref="" />}>
        {totals && (
          <UnratedNotice totals={totals} accountsHref={buildStudyHref(params, { by: 'account', rated: 'no' })} />
        )}
      </ReservedRoom>
      <StudyGroups choice={choice} />
      <ListView
        key={`${by} ${toFigureParams(choice)}`}
        list={listProfitability}
        label={t('title')}
        filters={useMarginFilters()}
        columns={useMarginColumns(by, params.get('rated') === 'no', params)}
        rowHref={({ id }) =>
          by === 'account'
            ? `/crm/EstudioRentabilidad/${id}?${toFigureParams(choice)}`
            : buildStudyHref(params, { by: 'account', [by]: id })
        }
        empty={t('empty')}
        emptyHint={t('emptyHint')}
      />
    </>
  )
}

/** What accounts earned the firm, added up by product, manager or client, down to each account. */
export default function ProfitabilityScreen() {
  const { t } = useTranslation(['profitability', 'figures', 'list', 'form', 'team'])
  const format = useFormatters()
  const { choice, choose } = useFigureChoice()
  const [params] = useSearchParams()
  const today = useSession((state) => state.session?.businessDate ?? '')
  // The list reads what was chosen from the address.
  if (!hasOwnChoice(params)) return <Navigate to={`?${toFigureParams(choice)}`} replace />
  const days = resolveFigureDays(choice, today)
  const context =
    days &&
    t(days.to >= today ? 'contextNow' : 'context', {
      from: format.date(days.from),
      to: format.date(days.to > today ? today : days.to),
    })
  return (
    <div className={layoutClasses.stack}>
      <PageHead title={t('title')} context={context ?? '\u00a0'}>
        <MarginChoiceBar choice={choice} onChoose={choose} />
      </PageHead>
      {hasDays(choice) ? <Study choice={choice} /> : <EmptyState title={t('noDates')} hint={t('noDatesHint')} />}
    </div>
  )
}
