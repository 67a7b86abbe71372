import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { listCaptationMovements, type TeamPeriod, teamPeriods } from '#contract/team.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { readTeamView, TeamViewPicker, useAreTeamPeopleComing, useTeamPeople } from '#web/domain/team-view-picker.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { useStaysTrue } from '#web/ui/use-stays-true.ts'
import classes from './team.module.css'

type CaptationList = typeof listCaptationMovements

const useCaptationFilters = (): FilterChoices<CaptationList> => {
  const { t } = useTranslation('team')
  return useMemo(
    () => ({
      period: { control: 'elsewhere' },
      view: { control: 'elsewhere' },
      unconfirmed: { control: 'yesNo', label: t('rows.unconfirmed'), alwaysShown: true },
    }),
    [t],
  )
}

const useCaptationColumns = () => {
  const format = useFormatters()
  return useListColumns(
    listCaptationMovements,
    useMemo(
      (): ScreenColumns<CaptationList> => [
        { key: 'bookingDate', phone: 2 },
        {
          key: 'clientName',
          phone: 1,
          cell: (name, { clientId }) => (clientId ? <Link to={`/clientes/${clientId}`}>{name}</Link> : name),
        },
        'clientCvl',
        'accountNumber',
        'kind',
        'creditedTo',
        'applied',
        { key: 'amount', phone: 3, total: ({ net }) => renderAmount(format, net) },
      ],
      [format],
    ),
  )
}

type TotalsQuery = { period?: TeamPeriod; view?: 'individual' | 'team' }

const readPeriod = (params: URLSearchParams): TeamPeriod =>
  teamPeriods.find((known) => known === params.get('period')) ?? 'month'

/** What the address says of the sums, and no more. */
const readTotalsQuery = (params: URLSearchParams): TotalsQuery => ({
  ...(params.has('period') && { period: readPeriod(params) }),
  ...(params.has('view') && { view: readTeamView(params) }),
})

/** Gross, what left again, and net: the figure that was opened, in its parts, and how much of the gross nothing has confirmed. */
const CaptationTotals = ({ employeeId, query }: { employeeId: string; query: TotalsQuery }) => {
  const { t } = useTranslation('team')
  const format = useFormatters()
  const { data } = useQuery(buildQueryOptions(listCaptationMovements.count, { params: { employeeId }, query }))
  return (
    <dl className={classes.sums}>
      {(['gross', 'out', 'net'] as const).map((part) => (
        <div key={part}>
          <dt>{t(`rows.${part}`)}</dt>
          <dd>{data ? renderAmount(format, data.totals[part]) : '\u00a0'}</dd>
        </div>
      ))}
      {data && data.totals.unconfirmed !== '0.00' && (
        <div>
          <dt>{t('rows.ofGrossUnconfirmed')}</dt>
          <dd>
            <Link to={`?${new URLSearchParams({ ...query, unconfirmed: 'true' })}`}>
              {renderAmount(format, data.totals.unconfirmed)}
            </Link>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** What somebody's captation of a month or a year is made of, or that of their team. */
const CaptationDetails = () => {
  const { t } = useTranslation('team')
  const format = useFormatters()
  const navigate = useNavigate()
  const employeeId = useParams().employeeId!
  const [params, change] = useAddress()
  const name = useTeamPeople()?.find(({ id }) => id === employeeId)?.name
  const today = useSession((state) => state.session?.businessDate) ?? ''
  const period = readPeriod(params)
  const view = readTeamView(params)
  const set = (key: string, value: string): void =>
    change((next) => {
      next.set(key, value)
      next.delete('page')
    })
  const from = period === 'month' ? `${today.slice(0, 7)}-01` : `${today.slice(0, 4)}-01-01`
  const context = { view: t(`views.${view}`), from: format.date(from), through: format.date(today) }
  return (
    <div className={classes.screen}>
      <PageHead title={t('rows.title')} context={name ? t('rows.context', { ...context, name }) : '\u00a0'}>
        <div className={layoutClasses.ends}>
          <TeamViewPicker
            person={employeeId}
            onPerson={(id) => void navigate(`/crm/TuEquipo/${id}/captacion?${params}`)}
            view={view}
            onView={(next) => set('view', next)}
          />
          <ChoiceButtons
            label={t('periods.label')}
            options={teamPeriods.map((value) => ({ value, label: t(`periods.${value}`) }))}
            value={period}
            onPick={(next) => set('period', next)}
          />
        </div>
      </PageHead>
      <CaptationTotals employeeId={employeeId} query={readTotalsQuery(params)} />
      <ListView
        list={listCaptationMovements}
        params={{ employeeId }}
        label={t('rows.title')}
        filters={useCaptationFilters()}
        columns={useCaptationColumns()}
        empty={t('rows.empty')}
        emptyHint={t('rows.emptyHint')}
      />
    </div>
  )
}

/** The head and the sums are drawn with what they say: a name or an amount that came later would push the list down. */
export default function CaptationScreen() {
  const { t } = useTranslation('list')
  const employeeId = useParams().employeeId!
  const [params] = useSearchParams()
  const { isLoading: isCountComing } = useQuery(
    buildQueryOptions(listCaptationMovements.count, { params: { employeeId }, query: readTotalsQuery(params) }),
  )
  const arePeopleComing = useAreTeamPeopleComing()
  const isDrawn = useStaysTrue('drawn', !isCountComing && !arePeopleComing)
  return isDrawn ? <CaptationDetails /> : <RecordSkeleton label={t('loading')} tiles={3} />
}
