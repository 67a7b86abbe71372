import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { parseId } from '#contract/core/filter-check.ts'
import { exportTeam, getTeam } from '#contract/team.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { readTeamView, TeamViewPicker } from '#web/domain/team-view-picker.tsx'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { TeamPersonCard } from './person-card.tsx'
import classes from './team.module.css'
import { TeamTree } from './team-tree.tsx'

type TeamData = ResponseBody<typeof getTeam>
const teamLayouts = ['cards', 'tree'] as const

const teamQuery = (params: URLSearchParams) => {
  const of = parseId(params.get('of'))
  return buildQueryOptions(getTeam, { query: of ? { of } : {} })
}

/** Asks for the team that the address names. */
export const prefetch = ({ searchParams }: URL): void => void queryClient.prefetchQuery(teamQuery(searchParams))

/** Those above whom one may go back to. */
const SupervisorPath = ({
  above,
  person,
  hrefOf,
}: Pick<TeamData, 'above' | 'person'> & { hrefOf: (id: string) => string }) => {
  const { t } = useTranslation('team')
  if (above.length === 0) return null
  return (
    <nav aria-label={t('path')} className={classes.path}>
      <ol>
        {above.map(({ id, name }) => (
          <li key={id}>
            <Link to={hrefOf(id)}>{name}</Link>
          </li>
        ))}
        <li aria-current="page">{person?.name}</li>
      </ol>
    </nav>
  )
}

const TeamCards = ({
  person,
  people,
  hrefOf,
}: Pick<TeamData, 'person' | 'people'> & { hrefOf: (id: string) => string }) => {
  const { t } = useTranslation('team')
  return (
    <>
      {person && <TeamPersonCard card={person} />}
      {people.length > 0 ? (
        <section className={classes.part} aria-label={t(person ? 'people' : 'top')}>
          <h2 className={classes.title}>{t(person ? 'people' : 'top')}</h2>
          <div className={classes.cards}>
            {people.map((card) => (
              <TeamPersonCard key={card.id} card={card} href={hrefOf(card.id)} />
            ))}
          </div>
        </section>
      ) : (
        <EmptyState title={t('none')} />
      )}
    </>
  )
}

const ExportTeamButton = ({ of, label }: { of: string | undefined; label: string }) => {
  const { t } = useTranslation('list')
  const mayExport = usePermission('bt_TuEquipo', 'export')
  const today = useSession((state) => state.session?.businessDate)
  if (!mayExport) return null
  const start = (): void =>
    startExport(exportTeam, { query: { ...(of && { of }), format: 'xlsx' } }, `${label} ${today}.xlsx`)
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={start}>
      {t('export.xlsx')}
    </Button>
  )
}

/** Who reports to whom, and what each and their team look after and raise. */
export default function TeamScreen() {
  const { t } = useTranslation('team')
  const format = useFormatters()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const { data, error, isError, isPlaceholderData, refetch } = useQuery({
    ...teamQuery(params),
    placeholderData: keepPreviousData,
  })
  const ownCvl = useSession((state) => state.session?.actingCvl ?? state.session?.cvl)
  const way = teamLayouts.find((known) => known === params.get('show')) ?? 'cards'
  const set = (key: string, value: string): void => {
    const next = new URLSearchParams(params)
    next.set(key, value)
    setParams(next, { preventScrollReset: true })
  }
  const hrefOf = (id: string): string => {
    const next = new URLSearchParams(params)
    next.set('of', id)
    return `/crm/TuEquipo?${next}`
  }
  const person = data?.person
  const title = person && person.cvl !== ownCvl ? t('titleOf', { name: person.name }) : t('title')
  const context = data && {
    month: format.date(data.monthFrom),
    year: format.date(data.yearFrom),
    through: format.date(data.through),
  }
  return (
    <div className={classes.screen} aria-busy={(!data && !isError) || isPlaceholderData}>
      <PageHead
        title={data && !person ? t('titleAll') : title}
        context={context ? t('context', context) : '\u00a0'}
        action={<ExportTeamButton of={person?.id} label={t('title')} />}
      >
        <div className={classes.tools}>
          <TeamViewPicker
            person={person?.id}
            onPerson={(id) => void navigate(hrefOf(id))}
            {...(way === 'tree' && { view: readTeamView(params), onView: (view: string) => set('view', view) })}
          />
          <ChoiceButtons
            label={t('shown.label')}
            options={teamLayouts.map((value) => ({ value, label: t(`shown.${value}`) }))}
            value={way}
            onPick={(value) => set('show', value)}
          />
        </div>
      </PageHead>
      {isError && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !isError && (
        <>
          <SupervisorPath above={data.above} person={data.person} hrefOf={hrefOf} />
          {way === 'tree' ? (
            <TeamTree
              key={person?.id ?? 'top'}
              roots={person ? [person] : data.people}
              view={readTeamView(params)}
              hrefOf={hrefOf}
              onOpen={(id) => void navigate(hrefOf(id))}
            />
          ) : (
            <TeamCards person={data.person} people={data.people} hrefOf={hrefOf} />
          )}
        </>
      )}
    </div>
  )
}
