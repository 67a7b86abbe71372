import { useMemo } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import type { FigureKey } from '#contract/figures/keys.ts'
import { listTeamStudy, type TeamStudyRow } from '#contract/figures/team-study.ts'
import type { DayRange } from '#rules/figure-period.ts'
import { type Formatters, useFormatters } from '#web/core/format.ts'
import { usePermission, useSession } from '#web/core/session.ts'
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
import { FigureChoiceBar } from '#web/domain/figures/figure-choice-bar.tsx'
import classes from '#web/domain/figures/figures.module.css'
import { renderLinked } from '#web/domain/linked-value.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

type StudyList = typeof listTeamStudy

/** What is chosen stands above the list. */
const filters: FilterChoices<StudyList> = {
  range: { control: 'elsewhere' },
  from: { control: 'elsewhere' },
  to: { control: 'elsewhere' },
  of: { control: 'elsewhere' },
  view: { control: 'elsewhere' },
}

const activityLists = {
  calls: { path: 'llamadas', filters: {} },
  meetings: { path: 'reuniones', filters: { state: 'held' } },
  r1: { path: 'reuniones', filters: { state: 'held', stage: 'r1' } },
  r2: { path: 'reuniones', filters: { state: 'held', stage: 'r2' } },
  r3: { path: 'reuniones', filters: { state: 'held', stage: 'r3' } },
  r4: { path: 'reuniones', filters: { state: 'held', stage: 'r4' } },
  newContacts: { path: 'contactos', filters: {} },
  converted: { path: 'contactos', filters: {} },
} as const

/** What somebody did, each count with the list of the agenda that it is made of. */
const buildActivityColumns = (format: Formatters, { from, to }: DayRange): ScreenColumns<StudyList> => {
  const keys = Object.keys(activityLists) as (keyof typeof activityLists)[]
  const columns = keys.map((key): ScreenColumns<StudyList>[number] => ({
    key,
    cell: (count, { id: owner }) => {
      if (count === null) return '–'
      const { path, filters } = activityLists[key]
      const days = key === 'converted' ? { convertedFrom: from, convertedTo: to } : { from, to }
      const query = new URLSearchParams({ owner, ...filters, ...days })
      return renderLinked(format.number(count), count > 0 ? `/crm/AgendaComercial/${path}?${query}` : null)
    },
  }))
  return [...columns, { key: 'conversion', cell: (share) => (share === null ? '–' : format.percent(share)) }]
}

const useStudyColumns = (params: URLSearchParams, choice: FigureChoice) => {
  const { t } = useTranslation('team-study')
  const format = useFormatters()
  const shared = params.toString()
  const seesActivity = usePermission('bt_AgendaComercial', 'view')
  const today = useSession((state) => state.session?.businessDate) ?? ''
  const { from, to } = resolveFigureDays(choice, today) ?? { from: today, to: today }
  return useListColumns(
    listTeamStudy,
    useMemo((): ScreenColumns<StudyList> => {
      const figureHref = (figure: FigureKey, { id, opens }: TeamStudyRow): string | null => {
        if (!opens) return null
        const query = new URLSearchParams(shared)
        for (const name of ['page', 'sort', 'direction', 'view']) query.delete(name)
        query.set('of', id)
        return `/crm/cifras/${figure}?${query}`
      }
      /** Of the clients whom they manage today. */
      const stockHref = (figure: FigureKey, { id, opens }: TeamStudyRow): string | null =>
        opens
          ? `/crm/cifras/${figure}?${new URLSearchParams({ range: 'custom', from: today, to: today, manager: id })}`
          : null
      return [
        {
          key: 'name',
          phone: 1,
          cell: (name, { state }) => {
            if (state === 'nobody') return t('states.nobody')
            return state === 'left' ? `${name} (${t('states.left').toLowerCase()})` : name
          },
        },
        {
          key: 'gross',
          phone: 2,
          cell: (gross, row) => renderLinked(renderAmount(format, gross), figureHref('captation', row)),
        },
        {
          key: 'net',
          phone: 3,
          cell: (net, row) => renderLinked(renderAmount(format, net), figureHref('netCaptation', row)),
        },
        {
          key: 'clients',
          cell: (count, row) => renderLinked(format.number(count), count > 0 ? stockHref('clients', row) : null),
        },
        {
          key: 'capital',
          optional: true,
          cell: (capital, row) => renderLinked(renderAmount(format, capital), stockHref('totalCapital', row)),
        },
        ...(seesActivity ? buildActivityColumns(format, { from, to }) : []),
      ]
    }, [t, format, shared, seesActivity, today, from, to]),
  )
}

/** What each member of staff did beside what they raised. */
export default function TeamStudyScreen() {
  const { t } = useTranslation(['team-study', 'figures'])
  const { choice, choose } = useFigureChoice()
  const [params] = useSearchParams()
  const columns = useStudyColumns(params, choice)
  // The list reads what was chosen from the address.
  if (!hasOwnChoice(params)) return <Navigate to={`?${toFigureParams(choice)}`} replace />
  return (
    <div className={classes.screen}>
      <PageHead title={t('title')} context={t('context')}>
        <FigureChoiceBar choice={choice} onChoose={choose} />
      </PageHead>
      {hasDays(choice) ? (
        <ListView
          key={toFigureParams(choice).toString()}
          list={listTeamStudy}
          label={t('title')}
          filters={filters}
          columns={columns}
          empty={t('empty')}
          emptyHint={t('figures:rows.emptyHint')}
        />
      ) : (
        <EmptyState title={t('figures:noDates')} hint={t('figures:noDatesHint')} />
      )}
    </div>
  )
}
