import { Button, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type LedgerVerification, listLedgerVerifications, startLedgerVerification } from '#contract/accounting.ts'
import { callEndpoint } from '#web/core/call.ts'
import { type Formatters, useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import classes from './accounting.module.css'
import { AccountingTabs } from './accounting-tabs.tsx'
import { renderCheckBadge } from './check-badge.tsx'

type LedgerDifference = LedgerVerification['list'][number]

const verificationsQuery = buildQueryOptions(listLedgerVerifications, {})

/** How often a look that is under way is asked for. */
const pollIntervalMs = 1000

const useVerificationBadge = () => {
  const { t } = useTranslation('accounting')
  return (format: Formatters, { differences }: Pick<LedgerVerification, 'differences'>) =>
    differences === null
      ? renderCheckBadge('running', t('verification.waits'))
      : differences === 0
        ? renderCheckBadge('holds', t('verification.holds'))
        : renderCheckBadge(
            'differs',
            t('verification.differences', { count: differences, total: format.number(differences) }),
          )
}

const LedgerDifferencesTable = ({ latest: { list, differences } }: { latest: LedgerVerification }) => {
  const { t } = useTranslation('accounting')
  const format = useFormatters()
  const columns = useMemo(
    (): readonly RowColumn<LedgerDifference, never>[] => [
      { key: 'what', label: t('verification.list.what'), phone: 1 },
      { key: 'id', label: t('verification.list.id'), phone: 2 },
      { key: 'stored', label: t('verification.list.stored'), align: 'end' },
      { key: 'recomputed', label: t('verification.list.recomputed'), align: 'end', phone: 3 },
    ],
    [t],
  )
  if (list.length === 0) return null
  return (
    <Section title={t('verification.list.title')} description={t('verification.list.lead')}>
      <DataTable label={t('verification.list.title')} columns={columns} rows={list} dense />
      {(differences ?? 0) > list.length && (
        <p className={textClasses.muted}>{t('verification.list.more', { shown: format.number(list.length) })}</p>
      )}
    </Section>
  )
}

const LatestVerification = ({ latest }: { latest: LedgerVerification | undefined }) => {
  const { t } = useTranslation('accounting')
  const format = useFormatters()
  const badge = useVerificationBadge()
  const [failed, setFailed] = useState<unknown>(null)
  const running = latest !== undefined && latest.finishedAt === null
  const start = async (): Promise<void> => {
    setFailed(null)
    await callEndpoint(startLedgerVerification, {}).catch(setFailed)
  }
  return (
    <Section title={t('verification.latest')} {...(latest && { state: badge(format, latest) })}>
      {!latest && <p className={textClasses.muted}>{t('verification.none')}</p>}
      {latest && (
        <p className={textClasses.muted}>
          {t('verification.fields.askedAt')} {format.dateTime(latest.askedAt)} ·{' '}
          {latest.byName ?? t('verification.night')}
        </p>
      )}
      {running && (
        <>
          <p role="status">{t('verification.progress', { step: latest.step + 1, steps: latest.steps })}</p>
          <Progress value={((latest.step + 1) / latest.steps) * 100} aria-label={t('verification.running')} />
        </>
      )}
      <div className={layoutClasses.looseLine}>
        <Button disabled={running} onClick={() => void start()}>
          {t('verification.action')}
        </Button>
      </div>
      <FailureMessage of={failed} />
    </Section>
  )
}

const EarlierVerifications = ({ rows }: { rows: readonly LedgerVerification[] }) => {
  const { t } = useTranslation('accounting')
  const format = useFormatters()
  const badge = useVerificationBadge()
  const columns: readonly RowColumn<LedgerVerification, never>[] = [
    { key: 'askedAt', label: t('verification.fields.askedAt'), phone: 1, cell: format.dateTime },
    { key: 'finishedAt', label: t('verification.fields.finishedAt'), cell: format.dateTime },
    { key: 'byName', label: t('verification.fields.by'), phone: 3, cell: (name) => name ?? t('verification.night') },
    { key: 'differences', label: t('verification.fields.result'), phone: 2, cell: (_, row) => badge(format, row) },
  ]
  return (
    <Section title={t('verification.before')}>
      {rows.length > 0 ? (
        <DataTable label={t('verification.before')} columns={columns} rows={rows} dense />
      ) : (
        <EmptyState title={t('verification.none')} hint={t('verification.noneHint')} />
      )}
    </Section>
  )
}

/** Whether the books hold: the last look, one to be made now, and those before. */
export default function LedgerVerificationScreen() {
  const { t } = useTranslation(['accounting', 'list'])
  const { data, error, refetch } = useQuery({
    ...verificationsQuery,
    refetchInterval: ({ state }) => (state.data?.verifications[0]?.finishedAt === null ? pollIntervalMs : false),
  })
  const [latest, ...earlier] = data?.verifications ?? []
  return (
    <Page>
      <PageHead title={t('verification.title')} />
      <AccountingTabs current="verification" />
      <p className={textClasses.lead}>{t('verification.lead')}</p>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div className={classes.skeleton} role="status" aria-label={t('list:loading')} />}
      {data && !error && (
        <>
          <LatestVerification latest={latest} />
          {latest && <LedgerDifferencesTable latest={latest} />}
          <EarlierVerifications rows={earlier} />
        </>
      )}
    </Page>
  )
}
