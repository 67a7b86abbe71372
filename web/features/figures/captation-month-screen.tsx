import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, Navigate } from 'react-router'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { captationTypes, type FigureKey, nobodysId } from '#contract/figures/keys.ts'
import { captationDirections, getMonthCaptation, listMonthCaptation } from '#contract/figures/month-captation.ts'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import bar from '#web/domain/figures/figure-choice.module.css'
import { toPersonQuery, useFigureChoice } from '#web/domain/figures/figure-choice.ts'
import { FigurePersonPicker } from '#web/domain/figures/figure-choice-bar.tsx'
import { findMonthEnd } from '#web/domain/figures/figure-months.ts'
import classes from '#web/domain/figures/figures.module.css'
import { useScopeContext } from '#web/domain/figures/scope-context.ts'
import { renderLinkedAmount } from '#web/domain/linked-value.tsx'
import tables from '#web/domain/numbers-table.module.css'
import { renderTableAmount } from '#web/domain/table-amount.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import { useStaysTrue } from '#web/ui/use-stays-true.ts'

type MonthList = typeof listMonthCaptation
type Summary = ResponseBody<typeof getMonthCaptation>
type Sums = Summary['people'][number]['month']

const readMonth = (params: URLSearchParams): string | null => {
  const month = params.get('month')
  return month !== null && /^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : null
}

const addSums = (all: readonly Sums[]): Sums => {
  const sum = (key: keyof Sums): string => centsToAmount(all.reduce((total, one) => total + toCents(one[key]), 0n))
  return { gross: sum('gross'), out: sum('out'), net: sum('net') }
}

const sumKeys = ['gross', 'out', 'net'] as const
const monthFigures = { gross: 'captation', out: 'captationOut', net: 'netCaptation' } as const satisfies Record<
  keyof Sums,
  FigureKey
>

const flowOfKey = { gross: 'in', out: 'out', net: null } as const

type PeopleProps = {
  summary: Summary
  person: Readonly<Record<string, string>>
  /** The rows below of somebody, or of all: what came in, what left, or both. */
  buildHref: (creditedTo: string | null, flow: 'in' | 'out' | null) => string
}

/** The rows of the month are below: a name or a number chooses them. Those of the year are figures. */
const PeopleTable = ({ summary: { people, from, through }, person: chosen, buildHref }: PeopleProps) => {
  const { t } = useTranslation('figures')
  const format = useFormatters()
  const isOpening = usePermission('bt_Dashboard1', 'view')
  const yearHref = (creditedTo: string | null, key: keyof Sums): string | null => {
    if (!isOpening || creditedTo === nobodysId) return null
    const whose = creditedTo === null ? chosen : { of: creditedTo, view: 'individual' }
    const query = new URLSearchParams({ range: 'custom', from: `${from.slice(0, 4)}-01-01`, to: through, ...whose })
    return `/crm/cifras/${monthFigures[key]}?${query}`
  }
  const renderSums = (creditedTo: string | null, month: Sums, year: Sums) => (
    <>
      {sumKeys.map((key) => (
        <td key={`month ${key}`}>{renderLinkedAmount(format, month[key], buildHref(creditedTo, flowOfKey[key]))}</td>
      ))}
      {sumKeys.map((key) => (
        <td key={`year ${key}`}>{renderLinkedAmount(format, year[key], yearHref(creditedTo, key))}</td>
      ))}
    </>
  )
  return (
    <ScrollFrame label={t('captationMonth.people')}>
      <table className={tables.numbers}>
        <thead>
          <tr>
            <th scope="col">{t('captationMonth.creditedTo')}</th>
            {(['month', 'year'] as const).map((span) =>
              sumKeys.map((key) => (
                <th key={`${span} ${key}`} scope="col">
                  {t(`captationMonth.${span}`)}: {t(`general.${key}`)}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {people.map(({ person, month, year }) => (
            <tr key={person?.id ?? ''}>
              <th scope="row">
                <Link to={buildHref(person?.id ?? nobodysId, null)} preventScrollReset>
                  {person?.name ?? t('captationMonth.nobody')}
                </Link>
              </th>
              {renderSums(person?.id ?? nobodysId, month, year)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            {renderSums(null, addSums(people.map(({ month }) => month)), addSums(people.map(({ year }) => year)))}
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  )
}

type MonthsProps = { summary: Summary; person: Readonly<Record<string, string>>; today: string }

/** Each sum opens its rows. */
const MonthsTable = ({ summary: { months }, person, today }: MonthsProps) => {
  const { t } = useTranslation('figures')
  const format = useFormatters()
  const isOpening = usePermission('bt_Dashboard1', 'view')
  const renderSum = (month: string, key: keyof Sums, amount: string) => {
    const query = new URLSearchParams({ range: 'custom', from: month, to: findMonthEnd(month, today), ...person })
    return renderLinkedAmount(format, amount, isOpening ? `/crm/cifras/${monthFigures[key]}?${query}` : null)
  }
  return (
    <ScrollFrame label={t('captationMonth.months')}>
      <table className={tables.numbers}>
        <thead>
          <tr>
            <th scope="col">{t('month')}</th>
            {sumKeys.map((key) => (
              <th key={key} scope="col">
                {t(`general.${key}`)}
              </th>
            ))}
            <th scope="col">{t('captationMonth.projected')}</th>
            <th scope="col">{t('captationMonth.cumulative')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, projected, cumulative, isPartial, ...sums }) => (
            <tr key={month}>
              <th scope="row">
                {format.month(month)}
                {isPartial && sums.gross !== '0.00' && ` (${t('captationMonth.partial')})`}
              </th>
              {sumKeys.map((key) => (
                <td key={key}>{renderSum(month, key, sums[key])}</td>
              ))}
              <td>{renderTableAmount(format, projected)}</td>
              <td>{renderTableAmount(format, cumulative)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

const useMonthFilters = (people: Summary['people'] | undefined): FilterChoices<MonthList> => {
  const { t } = useTranslation('figures')
  return useMemo(
    () => ({
      month: { control: 'elsewhere' },
      of: { control: 'elsewhere' },
      view: { control: 'elsewhere' },
      creditedTo: {
        control: 'select',
        label: t('captationMonth.creditedTo'),
        alwaysShown: true,
        options: (people ?? []).map(({ person }) => ({
          value: person?.id ?? nobodysId,
          label: person?.name ?? t('captationMonth.nobody'),
        })),
      },
      type: {
        control: 'select',
        label: t('general.type'),
        alwaysShown: true,
        options: captationTypes.map((value) => ({ value, label: t(`parts.${value}`) })),
      },
      flow: {
        control: 'select',
        label: t('captationMonth.direction'),
        alwaysShown: true,
        options: captationDirections.map((value) => ({ value, label: t(`captationMonth.directions.${value}`) })),
      },
    }),
    [t, people],
  )
}

const useMonthColumns = () =>
  useListColumns(
    listMonthCaptation,
    useMemo(
      (): ScreenColumns<MonthList> => [
        { key: 'creditedTo', phone: 2 },
        {
          key: 'clientName',
          phone: 1,
          cell: (name, { clientId }) => (clientId ? <Link to={`/clientes/${clientId}`}>{name}</Link> : name),
        },
        'clientCvl',
        'advisorName',
        'role',
        'type',
        'day',
        'applied',
        { key: 'amount', phone: 3 },
        { key: 'productName', optional: true },
      ],
      [],
    ),
  )

/** Captation of a month: to whom, month by month with its projection, and every row. */
export default function CaptationMonthScreen() {
  const { t } = useTranslation(['figures', 'list'])
  const format = useFormatters()
  const today = useSession((state) => state.session?.businessDate) ?? ''
  const { choice, choose } = useFigureChoice()
  const [params, change] = useAddress()
  const month = readMonth(params)
  const set = (name: string, value: string): void =>
    change((next) => {
      next.set(name, value)
      next.delete('page')
    })
  const move = (by: number): void =>
    set('month', toIsoDate(addMonths(parseDay(`${month ?? today.slice(0, 7)}-01`), by)).slice(0, 7))
  const { data, error, isLoading, refetch } = useQuery({
    ...buildQueryOptions(getMonthCaptation, { query: { ...toPersonQuery(choice), ...(month && { month }) } }),
    placeholderData: keepPreviousData,
  })
  const scopeText = useScopeContext()
  const person: Record<string, string> = choice.of ? { of: choice.of, view: choice.view } : {}
  const buildRowsHref = (creditedTo: string | null, flow: string | null): string => {
    const query = new URLSearchParams(params)
    for (const name of ['page', 'creditedTo', 'flow', 'type']) query.delete(name)
    if (creditedTo) query.set('creditedTo', creditedTo)
    if (flow) query.set('flow', flow)
    return `?${query}`
  }
  const filters = useMonthFilters(data?.people)
  const columns = useMonthColumns()
  const isDrawn = useStaysTrue('drawn', !isLoading)
  // The list reads from the address whose rows it shows.
  if (choice.of && !params.has('of'))
    return <Navigate to={`?${new URLSearchParams([...params, ['of', choice.of], ['view', choice.view]])}`} replace />
  if (!isDrawn) return <RecordSkeleton label={t('list:loading')} tiles={0} />
  return (
    <div className={classes.screen}>
      <PageHead
        title={t('captationMonth.title')}
        context={data ? t('contextDay', { who: scopeText(data.scope), day: format.month(data.from) }) : '\u00a0'}
      >
        <div className={bar.choice}>
          <div className={bar.days}>
            <Button variant="default" aria-label={t('captationMonth.before')} onClick={() => move(-1)}>
              <IconChevronLeft size={16} aria-hidden />
            </Button>
            <span className={classes.month}>{format.month(`${month ?? today.slice(0, 7)}-01`)}</span>
            <Button variant="default" aria-label={t('captationMonth.after')} onClick={() => move(1)}>
              <IconChevronRight size={16} aria-hidden />
            </Button>
          </div>
          <FigurePersonPicker choice={choice} onChoose={choose} />
        </div>
      </PageHead>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !error && (
        <>
          <Section title={t('captationMonth.people')} description={t('captationMonth.peopleLead')}>
            <PeopleTable summary={data} person={person} buildHref={buildRowsHref} />
          </Section>
          <Section title={t('captationMonth.months')} description={t('captationMonth.monthsLead')}>
            <MonthsTable summary={data} person={person} today={today} />
          </Section>
          <ListView
            list={listMonthCaptation}
            label={t('captationMonth.rows')}
            filters={filters}
            columns={columns}
            empty={t('captationMonth.empty')}
            emptyHint={t('rows.emptyHint')}
          />
        </>
      )}
    </div>
  )
}
