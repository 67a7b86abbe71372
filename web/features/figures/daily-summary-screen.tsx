import { Button } from '@mantine/core'
import { IconMail, IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { callOutcomes } from '#contract/calls/words.ts'
import { allFigureParts } from '#contract/figures/keys.ts'
import { type DayRow, type DaySection, getDailySummary } from '#contract/figures/summaries.ts'
import { meetingStates } from '#contract/meetings/words.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useAddress } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import bar from '#web/domain/figures/figure-choice.module.css'
import { isDay, toPersonQuery, useFigureChoice } from '#web/domain/figures/figure-choice.ts'
import { FigurePersonPicker } from '#web/domain/figures/figure-choice-bar.tsx'
import classes from '#web/domain/figures/figures.module.css'
import { useScopeContext } from '#web/domain/figures/scope-context.ts'
import tables from '#web/domain/numbers-table.module.css'
import { renderTableAmount } from '#web/domain/table-amount.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { Section } from '#web/ui/section.tsx'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import { DayPicker } from './day-picker.tsx'

const LazySendSummaryDialog = lazy(() => import('./send-summary-dialog.tsx'))

/** What a row is, in words; an import may bring others, which stand as they are. */
const useWordOf = () => {
  const { t } = useTranslation(['figures', 'summaries', 'calls', 'meetings'])
  return (key: DaySection['key'], { word }: DayRow): string => {
    if (key === 'calls') {
      const outcome = callOutcomes.find((known) => known === word)
      return outcome ? t(`calls:outcomes.${outcome}`) : (word ?? '–')
    }
    if (key === 'meetings') {
      const state = meetingStates.find((known) => known === word)
      return state ? t(`meetings:states.${state}`) : '–'
    }
    const part = allFigureParts.find((known) => known === word)
    return part ? t(`parts.${part}`) : '–'
  }
}

const DayPart = ({ section: { key, count, amount, rows } }: { section: DaySection }) => {
  const { t } = useTranslation(['figures', 'summaries'])
  const format = useFormatters()
  const wordOf = useWordOf()
  const isTimed = rows.some(({ at }) => at !== null)
  const hasAmounts = rows.some((row) => row.amount !== null)
  const state =
    amount === null || count === 0 ? format.number(count) : `${format.number(count)} · ${format.money(amount)}`
  return (
    <Section title={t(`summaries:daily.sections.${key}`)} state={<span className={classes.moment}>{state}</span>}>
      {count === 0 ? (
        <p className={classes.moment}>{t('summaries:daily.nothing')}</p>
      ) : (
        <ScrollFrame label={t(`summaries:daily.sections.${key}`)}>
          <table className={tables.numbers}>
            <thead>
              <tr>
                <th scope="col">{t('summaries:daily.name')}</th>
                {isTimed && <th scope="col">{t('summaries:daily.at')}</th>}
                <th scope="col" data-text data-aside>
                  {t('summaries:daily.what')}
                </th>
                <th scope="col" data-text data-aside>
                  {t('rows.manager')}
                </th>
                {hasAmounts && <th scope="col">{t('amount')}</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row">
                    {row.clientId ? <Link to={`/clientes/${row.clientId}`}>{row.name}</Link> : row.name}
                    <span className={tables.under}>
                      {[wordOf(key, row), row.ownerName].filter(Boolean).join(' · ')}
                    </span>
                  </th>
                  {isTimed && <td>{row.at ?? '–'}</td>}
                  <td data-text data-aside>
                    {wordOf(key, row)}
                  </td>
                  <td data-text data-aside>
                    {row.ownerName ?? '–'}
                  </td>
                  {hasAmounts && <td>{row.amount === null ? '–' : renderTableAmount(format, row.amount)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
      {rows.length < count && (
        <p className={classes.moment}>{t('summaries:daily.more', { shown: rows.length, count })}</p>
      )}
    </Section>
  )
}

/** What a day brought and took: money, calls, meetings, maturities, birthdays; of everything in reach, a team or a person. */
export default function DailySummaryScreen() {
  const { t } = useTranslation(['figures', 'summaries', 'list'])
  const format = useFormatters()
  const maySend = usePermission('bt_ResumenDiario', 'export')
  const [isSending, setSending] = useState(false)
  const messages = useResultMessage()
  const { choice, choose } = useFigureChoice()
  const [params, change] = useAddress()
  const day = isDay(params.get('day')) ? params.get('day') : null
  const { data, error, isLoading, refetch } = useQuery({
    ...buildQueryOptions(getDailySummary, { query: { ...toPersonQuery(choice), ...(day && { day }) } }),
    placeholderData: keepPreviousData,
  })
  const scopeText = useScopeContext()
  const setDay = (next: string): void => change((query) => query.set('day', next))
  return (
    <div className={classes.screen}>
      <PageHead
        title={t('summaries:daily.title')}
        context={
          data
            ? t('contextDay', {
                who: scopeText(data.scope),
                day: `${format.weekday(data.day)} ${format.date(data.day)}`,
              })
            : '\u00a0'
        }
        action={
          <div className={bar.days}>
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('print')}
            </Button>
            {maySend && (
              <Button
                variant="default"
                disabled={!data}
                leftSection={<IconMail size={16} aria-hidden />}
                onClick={() => setSending(true)}
              >
                {t('summaries:daily.send.open')}
              </Button>
            )}
          </div>
        }
      >
        <div className={bar.choice}>
          <DayPicker day={data?.day ?? day} onDay={setDay} />
          <FigurePersonPicker choice={choice} onChoose={choose} />
        </div>
      </PageHead>
      <ResultMessage messages={messages} />
      {isLoading && <RecordSkeleton label={t('list:loading')} tiles={0} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !error && data.sections.length === 0 && <EmptyState title={t('none')} hint={t('noneHint')} />}
      {data && !error && data.sections.map((section) => <DayPart key={section.key} section={section} />)}
      {isSending && data && (
        <Suspense>
          <LazySendSummaryDialog
            day={data.day}
            choice={choice}
            onDone={(text) => messages.show({ text })}
            onClose={() => setSending(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
