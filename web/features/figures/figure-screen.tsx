import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import { clientChannels } from '#contract/clients.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { parseId } from '#contract/core/filter-check.ts'
import { type FigureKey, figureKeys, figureParts, figureRests, figures } from '#contract/figures/keys.ts'
import { getFigure, listFigureRows } from '#contract/figures.ts'
import { findPlaceName, getPlaceCountry, placesByCountry } from '#rules/places.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import {
  type FigureChoice,
  hasDays,
  hasOwnChoice,
  readFigureChoice,
  toFigureParams,
  toFigureQuery,
  useFigureChoice,
} from '#web/domain/figures/figure-choice.ts'
import { FigureChoiceBar } from '#web/domain/figures/figure-choice-bar.tsx'
import classes from '#web/domain/figures/figures.module.css'
import { useScopeContext } from '#web/domain/figures/scope-context.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import type { FilterChoice, FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { useStaysTrue } from '#web/ui/use-stays-true.ts'
import { FigureExplanation } from './figure-explanation.tsx'
import { chooseRowList } from './row-order.ts'
import { SituationPanel } from './situation-panel.tsx'

type FigureRows = typeof listFigureRows

type FigureAnswer = ResponseBody<typeof getFigure>

/** Of the rows of one product, of the clients of today of somebody or nobody, or of the rest of a screen, where the address says so. */
const readNarrowing = (params: URLSearchParams) => {
  const product = parseId(params.get('product'))
  const manager = params.get('manager') === '0' ? '0' : parseId(params.get('manager'))
  const rest = figureRests.find((known) => known === params.get('rest'))
  return { ...(product && { product }), ...(manager && { manager }), ...(rest && { rest }) }
}

const figureQuery = (figure: FigureKey, choice: FigureChoice, params: URLSearchParams) =>
  buildQueryOptions(getFigure, { params: { figure }, query: { ...toFigureQuery(choice), ...readNarrowing(params) } })

const parseFigure = (text: string | undefined): FigureKey | undefined => figureKeys.find((known) => known === text)

/** Asks for the figure that the address names. */
export const prefetch = ({ pathname, searchParams }: URL): void => {
  const figure = parseFigure(pathname.split('/').at(-1))
  const choice = readFigureChoice(searchParams)
  if (figure && hasDays(choice)) void queryClient.prefetchQuery(figureQuery(figure, choice, searchParams))
}

/** Every part of the countries that are drawn; of others, and where nothing more is known, the country. */
const usePlaceOptions = (chosen: string | null) => {
  const { t } = useTranslation('place-figures')
  const nameCountry = useCountryName()
  return useMemo(() => {
    const known = Object.values(placesByCountry)
      .flat()
      .map(({ code, name }) => ({ value: code, label: name }))
    if (chosen === null || findPlaceName(chosen) !== undefined) return known
    const country = nameCountry(getPlaceCountry(chosen))
    const label = chosen.includes('-') ? `${country} · ${t('unknown')}` : country
    return [...known, { value: chosen, label, isHidden: true as const }]
  }, [t, nameCountry, chosen])
}

/** What a figure is narrowed to is there to be seen and taken away; others are chosen on the screens that lead here. */
const useRowFilters = ({ figure: { key: figure }, product, manager }: FigureAnswer): FilterChoices<FigureRows> => {
  const { t } = useTranslation(['figures', 'place-figures'])
  const [params] = useSearchParams()
  const places = usePlaceOptions(params.get('place'))
  const { rest } = readNarrowing(params)
  return useMemo(() => {
    const buildNarrowing = (label: string, one: FigureAnswer['manager']): FilterChoice =>
      one
        ? {
            control: 'select',
            label,
            alwaysShown: true,
            options: [{ value: one.id, label: one.name ?? t('sales.nobody') }],
          }
        : { control: 'elsewhere' }
    return {
      range: { control: 'elsewhere' },
      from: { control: 'elsewhere' },
      to: { control: 'elsewhere' },
      of: { control: 'elsewhere' },
      view: { control: 'elsewhere' },
      product: buildNarrowing(t('rows.product'), product),
      manager: buildNarrowing(t('rows.manager'), manager),
      rest: buildNarrowing(t('rows.rest'), rest ? { id: rest, name: t(`rows.rests.${rest}`) } : null),
      place: { control: 'select', label: t('place-figures:columns.place'), options: places },
      channel: {
        control: 'select',
        label: t('place-figures:columns.channel'),
        options: clientChannels.map((value) => ({ value, label: t(`place-figures:channels.${value}`) })),
      },
      part: {
        control: 'select',
        label: t('part'),
        ...(figureParts[figure].length > 1 && { alwaysShown: true }),
        options: figureParts[figure].map((value) => ({ value, label: t(`parts.${value}`) })),
      },
    }
  }, [t, figure, product, manager, rest, places])
}

const useRowColumns = (figure: FigureKey) => {
  const { isMoney } = figures[figure]
  return useListColumns(
    listFigureRows,
    useMemo((): ScreenColumns<FigureRows> => {
      const client: ScreenColumns<FigureRows>[number] = {
        key: 'clientName',
        phone: 1,
        cell: (name, { clientId }) => (clientId ? <Link to={`/clientes/${clientId}`}>{name}</Link> : name),
      }
      const account: ScreenColumns<FigureRows>[number] = {
        key: 'accountNumber',
        cell: (number, { clientId, accountId }) =>
          clientId && accountId ? (
            <Link to={`/clientes/${clientId}/cuentas/${accountId}`}>{number}</Link>
          ) : (
            (number ?? '–')
          ),
      }
      const day: ScreenColumns<FigureRows>[number] = { key: 'day', phone: 2 }
      if (figure === 'endedAccounts')
        return [client, 'clientCvl', account, 'productName', 'part', day, { key: 'days', phone: 3 }, 'managerName']
      return isMoney
        ? [client, 'clientCvl', account, 'productName', 'part', day, { key: 'amount', phone: 3 }, 'managerName']
        : [client, 'clientCvl', 'part', day, 'managerName']
    }, [isMoney, figure]),
  )
}

/** Stocks whose change is told flow by flow. */
const stocks: ReadonlySet<FigureKey> = new Set(['totalCapital', 'balance'])

type DetailsProps = { answer: FigureAnswer; choice: FigureChoice }

/** The list reads its filters from the address, which then says what was chosen on the screen before. */
const FigureDetails = ({ answer, choice }: DetailsProps) => {
  const { t } = useTranslation('figures')
  const [params] = useSearchParams()
  const { figure, period } = answer
  const { rest, ...narrowing } = readNarrowing(params)
  const isNarrowed = rest !== undefined || Object.keys(narrowing).length > 0
  return (
    <>
      <FigureExplanation figure={figure} period={period} choice={isNarrowed ? null : choice} />
      {stocks.has(figure.key) && !rest && <SituationPanel choice={choice} narrowing={narrowing} />}
      <ListView
        list={chooseRowList(figure.key, params.get('part'))}
        params={{ figure: figure.key }}
        label={t('rows.label')}
        filters={useRowFilters(answer)}
        columns={useRowColumns(figure.key)}
        empty={t('rows.empty')}
        emptyHint={t('rows.emptyHint')}
        key={JSON.stringify(choice)}
      />
    </>
  )
}

/** One figure: what it is, how it is calculated, what it is made of, and every row of it. */
export default function FigureScreen() {
  const { t } = useTranslation(['figures', 'list'])
  const format = useFormatters()
  const [params] = useSearchParams()
  const key = parseFigure(useParams().figure)
  const { choice, choose } = useFigureChoice()
  const isComplete = hasDays(choice)
  const { data, error, isLoading, refetch } = useQuery({
    ...figureQuery(key ?? 'totalCapital', choice, params),
    enabled: key !== undefined && isComplete,
    placeholderData: keepPreviousData,
  })
  const scopeText = useScopeContext()
  const isDrawn = useStaysTrue('drawn', !isLoading)
  if (!key) return <Navigate to="/crm" replace />
  // The list reads what was chosen from the address.
  if (!hasOwnChoice(params)) return <Navigate to={`?${toFigureParams(choice)}`} replace />
  if (!isDrawn) return <RecordSkeleton label={t('list:loading')} tiles={3} />
  const context = data && {
    who: scopeText(data.scope),
    day: t(`moments.${figures[key].moment}`, { from: format.date(data.period.from), to: format.date(data.period.to) }),
  }
  return (
    <div className={classes.screen}>
      <PageHead title={t(`figures.${key}`)} context={context ? t('contextDay', context) : '\u00a0'}>
        <FigureChoiceBar choice={choice} onChoose={choose} />
      </PageHead>
      {!isComplete && <EmptyState title={t('noDates')} hint={t('noDatesHint')} />}
      {isComplete && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isComplete && data && !error && <FigureDetails answer={data} choice={choice} />}
    </div>
  )
}
