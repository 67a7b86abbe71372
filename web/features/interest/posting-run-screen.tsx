import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { getPostingRun } from '#contract/interest.ts'
import type texts from '#locales/es/runs.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { RecordNavigation } from '#web/ui/list/record-trail.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { FactCard } from '#web/ui/record-cards.tsx'
import { Section } from '#web/ui/section.tsx'
import textClasses from '#web/ui/text.module.css'
import { getRunState, renderRunBadge } from './run-state.tsx'

type PostingRun = ResponseBody<typeof getPostingRun>
type RunFailureReason = keyof typeof texts.reasons

const RunFailures = ({ run: { failed, failures } }: { run: PostingRun }) => {
  const { t } = useTranslation('runs')
  const format = useFormatters()
  const columns: readonly RowColumn<PostingRun['failed'][number], never>[] = [
    {
      key: 'accountNumber',
      label: t('fields.account'),
      phone: 1,
      cell: (number, { clientId, accountId }) => (
        <Link to={`/clientes/${clientId}/cuentas/${accountId}`}>{number}</Link>
      ),
    },
    {
      key: 'code',
      label: t('fields.reason'),
      phone: 2,
      cell: (code) => t(`reasons.${code.replace('.', '_') as RunFailureReason}`),
    },
    { key: 'at', label: t('fields.at'), cell: format.dateTime },
  ]
  return (
    <Section title={t('failures.title')} {...(failed.length > 0 && { description: t('failures.lead') })}>
      {failed.length > 0 ? (
        <DataTable
          label={t('failures.title')}
          columns={columns}
          rows={failed.map((row) => ({ ...row, id: row.accountId }))}
          dense
        />
      ) : (
        <p className={textClasses.muted}>{t('failures.none')}</p>
      )}
      {failures > failed.length && (
        <p className={textClasses.muted}>{t('failures.more', { shown: format.number(failed.length) })}</p>
      )}
    </Section>
  )
}

const RunReport = ({ run }: { run: PostingRun }) => {
  const { t } = useTranslation('runs')
  const format = useFormatters()
  const state = getRunState(run)
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('fields.state'), renderRunBadge(state, t(`states.${state}`))],
    [t('fields.startedAt'), format.dateTime(run.startedAt)],
    [t('fields.finishedAt'), format.dateTime(run.finishedAt)],
    [t('fields.accounts'), format.number(run.accounts)],
    [t('fields.journals'), format.number(run.journals)],
    [t('fields.interest'), renderAmount(format, run.interest)],
    [t('fields.bonus'), renderAmount(format, run.bonus)],
    [t('fields.withheld'), renderAmount(format, run.withheld)],
  ]
  return (
    <Page>
      <PageHead
        title={t('one', { kind: t(`kinds.${run.kind}`), date: format.date(run.businessDate) })}
        action={<RecordNavigation />}
      />
      <FactCard title={t('figures')} facts={facts} />
      <RunFailures run={run} />
    </Page>
  )
}

/** One run: what it has posted, and the accounts that it could not settle. */
export default function PostingRunScreen() {
  const { t } = useTranslation(['runs', 'list', 'shell'])
  const { runId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildQueryOptions(getPostingRun, { params: { runId } }))
  if (data) return <RunReport run={data} />
  return <MissingRecord title={t('shell:screens.run')} failed={t('loadFailed')} error={error} refetch={refetch} />
}
