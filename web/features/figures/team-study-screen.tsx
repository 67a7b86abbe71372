import { useMemo } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { listTeamStudy } from '#contract/figures/team-study.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { hasDays, hasOwnChoice, toFigureParams, useFigureChoice } from '#web/domain/figures/figure-choice.ts'
import { FigureChoiceBar } from '#web/domain/figures/figure-choice-bar.tsx'
import classes from '#web/domain/figures/figures.module.css'
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

const useStudyColumns = (params: URLSearchParams) => {
  const { t } = useTranslation('figures')
  const format = useFormatters()
  const shared = params.toString()
  return useListColumns(
    listTeamStudy,
    useMemo((): ScreenColumns<StudyList> => {
      const buildHref = (id: string): string => {
        const query = new URLSearchParams(shared)
        for (const name of ['page', 'sort', 'direction', 'view']) query.delete(name)
        query.set('of', id)
        return `/crm/cifras/captation?${query}`
      }
      return [
        {
          key: 'name',
          phone: 1,
          cell: (name, { state }) => {
            if (state === 'nobody') return t('study.states.nobody')
            return state === 'left' ? `${name} (${t('study.states.left').toLowerCase()})` : name
          },
        },
        'calls',
        'meetings',
        'r1',
        'r2',
        'r3',
        'r4',
        'newContacts',
        'converted',
        { key: 'conversion', cell: (share) => (share === null ? '–' : `${format.decimal(share)} %`) },
        'clients',
        'capital',
        {
          key: 'gross',
          phone: 2,
          cell: (gross, { id, opens }) =>
            opens ? <Link to={buildHref(id)}>{format.money(gross)}</Link> : format.money(gross),
        },
        { key: 'net', phone: 3 },
      ]
    }, [t, format, shared]),
  )
}

/** What each member of staff did beside what they raised. */
export default function TeamStudyScreen() {
  const { t } = useTranslation('figures')
  const { choice, choose } = useFigureChoice()
  const [params] = useSearchParams()
  const columns = useStudyColumns(params)
  // The list reads what was chosen from the address.
  if (!hasOwnChoice(params)) return <Navigate to={`?${toFigureParams(choice)}`} replace />
  return (
    <div className={classes.screen}>
      <PageHead title={t('study.title')} context={t('study.context')}>
        <FigureChoiceBar choice={choice} onChoose={choose} />
      </PageHead>
      {hasDays(choice) ? (
        <ListView
          key={toFigureParams(choice).toString()}
          list={listTeamStudy}
          label={t('study.title')}
          filters={filters}
          columns={columns}
          empty={t('study.empty')}
          emptyHint={t('rows.emptyHint')}
        />
      ) : (
        <EmptyState title={t('noDates')} hint={t('noDatesHint')} />
      )}
    </div>
  )
}
