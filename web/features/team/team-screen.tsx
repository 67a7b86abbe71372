import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { parseId } from '#contract/core/filter-check.ts'
import { exportTeam, getTeam } from '#contract/team.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { readTeamView, TeamViewPicker, useAreTeamPeopleComing } from '#web/domain/team-view-picker.tsx'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { useStaysTrue } from '#web/ui/use-stays-true.ts'
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
  buildHref,
}: Pick<TeamData, 'above' | 'person'> & { buildHref: (id: string) => string }) => {
  const { t } = useTranslation('team')
  if (above.length === 0) return null
  return (
    <nav aria-label={t('path')} className={classes.path}>
      <ol>
        {above.map(({ id, name }) => (
          <li key={id}>
            <Link to={buildHref(id)}>{name}</Link>
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
  buildHref,
}: Pick<TeamData, 'person' | 'people'> & { buildHref: (id: string) => string }) => {
  const { t } = useTranslation('team')
  return (
    <>
      {person && <TeamPersonCard card={person} />}
      {people.length > 0 ? (
        <section className={layoutClasses.closeStack} aria-label={t(person ? 'people' : 'top')}>
          <h2 className={classes.title}>{t(person ? 'people' : 'top')}</h2>
          <div className={classes.cards}>
            {people.map((card) => (
              <TeamPersonCard key={card.id} card={card} href={buildHref(card.id)} />
            ))}
          </div>
        </section>
      ) : (
        <EmptyState title={t('none')} hint={t('noneHint')} />
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

/** The team that is shown, and whether it has come for the first time. */
const useTeamFigures = (params: URLSearchParams) => {
  const { data, error, isError, isPlaceholderData, isLoading, refetch } = useQuery({
    ...teamQuery(params),
    placeholderData: keepPreviousData,
  })
  // Whoever has no place among the staff begins with the only person at the top, whose team fills the page.
  const onlyTop = data && !data.person && data.people.length === 1 ? data.people[0] : undefined
  const topTeam = useQuery({
    ...buildQueryOptions(getTeam, { query: onlyTop ? { of: onlyTop.id } : {} }),
    enabled: onlyTop !== undefined,
  })
  const arePeopleComing = useAreTeamPeopleComing()
  const isFirstLoading = isLoading || topTeam.isLoading || arePeopleComing
  const shown = (onlyTop && topTeam.data) ?? data
  return { data, shown, error, isError, isPlaceholderData, isFirstLoading, refetch }
}

/** Who reports to whom, and what each and their team look after and raise. */
export default function TeamScreen() {
  const { t } = useTranslation(['team', 'list'])
  const format = useFormatters()
  const navigate = useNavigate()
  const [params, change] = useAddress()
  const { data, shown, error, isError, isPlaceholderData, isFirstLoading, refetch } = useTeamFigures(params)
  const ownCvl = useSession((state) => state.session?.actingCvl ?? state.session?.cvl)
  const way = teamLayouts.find((known) => known === params.get('show')) ?? 'cards'
  const set = (key: string, value: string): void => change((next) => next.set(key, value))
  const buildHref = (id: string): string => {
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
  // Drawn with its first figures: names that came a moment later would push the cards down.
  const isDrawn = useStaysTrue('drawn', !isFirstLoading)
  if (!isDrawn) return <RecordSkeleton label={t('list:loading')} tiles={3} />
  return (
    <div className={classes.screen} aria-busy={(!data && !isError) || isPlaceholderData}>
      <PageHead
        title={data && !person ? t('titleAll') : title}
        context={context ? t('context', context) : '\u00a0'}
        action={<ExportTeamButton of={person?.id} label={t('title')} />}
      >
        <div className={layoutClasses.ends}>
          <TeamViewPicker
            person={person?.id}
            onPerson={(id) => void navigate(buildHref(id))}
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
          <SupervisorPath above={data.above} person={data.person} buildHref={buildHref} />
          {way === 'tree' ? (
            <TeamTree
              key={person?.id ?? 'top'}
              roots={person ? [person] : data.people}
              view={readTeamView(params)}
              buildHref={buildHref}
              onOpen={(id) => void navigate(buildHref(id))}
            />
          ) : (
            shown && <TeamCards person={shown.person} people={shown.people} buildHref={buildHref} />
          )}
        </>
      )}
    </div>
  )
}
