import { Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { exportPeople, getPeopleCaptation, getPeopleDashboard } from '#contract/people-dashboard.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import bar from '#web/domain/figures/figure-choice.module.css'
import { readFigureChoice, toPersonQuery, useFigureChoice } from '#web/domain/figures/figure-choice.ts'
import { FigurePersonPicker } from '#web/domain/figures/figure-choice-bar.tsx'
import figures from '#web/domain/figures/figures.module.css'
import { useScopeContext } from '#web/domain/figures/scope-context.ts'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { Section } from '#web/ui/section.tsx'
import { PeopleStatistics } from './people-statistics.tsx'
import { PeopleTable, peopleSorts } from './people-table.tsx'

/** Asks for the people of whom the address names. */
export const prefetch = ({ searchParams }: URL): void =>
  void queryClient.prefetchQuery(
    buildQueryOptions(getPeopleDashboard, { query: toPersonQuery(readFigureChoice(searchParams)) }),
  )

/** Each member of staff with what they look after and what they raised, and how clients are spread. */
export default function PeopleDashboardScreen() {
  const { t } = useTranslation(['people-dashboard', 'figures', 'list'])
  const format = useFormatters()
  const mayExport = usePermission('bt_Dashboard4', 'export')
  const maySeeClients = usePermission('bt_Clientes', 'view')
  const { choice, choose } = useFigureChoice()
  const [params, change] = useAddress()
  const sort = peopleSorts.find((known) => known === params.get('sort')) ?? 'capital'
  const query = toPersonQuery(choice)
  const options = { placeholderData: keepPreviousData, enabled: maySeeClients }
  const people = useQuery({ ...buildQueryOptions(getPeopleDashboard, { query }), ...options })
  // All time takes longer: nothing waits for it.
  const year = useQuery({ ...buildQueryOptions(getPeopleCaptation, { query: { ...query, span: 'year' } }), ...options })
  const lifetime = useQuery({
    ...buildQueryOptions(getPeopleCaptation, { query: { ...query, span: 'lifetime' } }),
    ...options,
  })
  const scopeText = useScopeContext()
  const { data } = people
  const failed = [people, year, lifetime].find((one) => one.error)
  const save = (): void => startExport(exportPeople, { query: { ...query, format: 'xlsx' } }, `${t('title')}.xlsx`)
  return (
    <div className={figures.screen} aria-busy={people.isPlaceholderData}>
      <PageHead
        title={t('title')}
        context={data ? t('context', { who: scopeText(data.scope), day: format.date(data.day) }) : '\u00a0'}
        action={
          <>
            {mayExport && (
              <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
                {t('list:export.xlsx')}
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('figures:print')}
            </Button>
          </>
        }
      >
        <div className={bar.choice}>
          <FigurePersonPicker choice={choice} onChoose={choose} />
        </div>
      </PageHead>
      {!maySeeClients && <EmptyState title={t('figures:none')} hint={t('figures:noneHint')} />}
      {people.isLoading && <RecordSkeleton label={t('list:loading')} tiles={0} />}
      {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {data && !people.error && data.people.length === 0 && (
        <EmptyState title={t('none')} hint={t('figures:rows.emptyHint')} />
      )}
      {data && !people.error && data.people.length > 0 && (
        <>
          <Section
            title={t('table')}
            description={t('lead', { from: format.date(data.monthFrom) })}
            state={
              <ChoiceButtons
                label={t('sort.label')}
                options={peopleSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
                value={sort}
                onPick={(value) => change((next) => next.set('sort', value))}
              />
            }
          >
            <PeopleTable people={data} year={year.data} lifetime={lifetime.data} sort={sort} />
          </Section>
          <PeopleStatistics choice={choice} day={data.day} />
        </>
      )}
    </div>
  )
}
