import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { Answer } from '#contract/core/endpoint.ts'
import { getPostingRun } from '#contract/interest.ts'
import type texts from '#locales/es/runs.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { amountOf } from '#web/domain/amount.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { ColumnFor } from '#web/ui/list/list-types.ts'
import { RecordTrail } from '#web/ui/list/trail.tsx'
import { NoRecord } from '#web/ui/no-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import { runBadge, stateOf } from './run-state.tsx'
import classes from './runs.module.css'

type Run = Answer<typeof getPostingRun>
type Reason = keyof typeof texts.reasons

const Failures = ({ run: { failed, failures } }: { run: Run }) => {
  const { t } = useTranslation('runs')
  const format = useFormat()
  const columns: readonly ColumnFor<Run['failed'][number], never>[] = [
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
      cell: (code) => t(`reasons.${code.replace('.', '_') as Reason}`),
    },
    { key: 'at', label: t('fields.at'), cell: format.dateTime },
  ]
  return (
    <Section title={t('failures.title')} {...(failed.length > 0 && { lead: t('failures.lead') })}>
      {failed.length > 0 ? (
        <DataTable label={t('failures.title')} columns={columns} rows={failed} dense />
      ) : (
        <p className={classes.muted}>{t('failures.none')}</p>
      )}
      {failures > failed.length && (
        <p className={classes.muted}>{t('failures.more', { shown: format.number(failed.length) })}</p>
      )}
    </Section>
  )
}

const Report = ({ run }: { run: Run }) => {
  const { t } = useTranslation('runs')
  const format = useFormat()
  const state = stateOf(run)
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('fields.state'), runBadge(state, t(`states.${state}`))],
    [t('fields.startedAt'), format.dateTime(run.startedAt)],
    [t('fields.finishedAt'), format.dateTime(run.finishedAt)],
    [t('fields.accounts'), format.number(run.accounts)],
    [t('fields.journals'), format.number(run.journals)],
    [t('fields.interest'), amountOf(format, run.interest)],
    [t('fields.bonus'), amountOf(format, run.bonus)],
    [t('fields.withheld'), amountOf(format, run.withheld)],
  ]
  return (
    <Page>
      <PageHead
        title={t('one', { kind: t(`kinds.${run.kind}`), date: format.date(run.businessDate) })}
        action={<RecordTrail />}
      />
      <Facts title={t('figures')} facts={facts} />
      <Failures run={run} />
    </Page>
  )
}

/** One run: what it has posted, and the accounts that it could not settle. */
export default function RunScreen() {
  const { t } = useTranslation(['runs', 'list', 'shell'])
  const { runId = '' } = useParams()
  const { data, error, refetch } = useQuery(read(getPostingRun, { params: { runId } }))
  if (data) return <Report run={data} />
  return <NoRecord title={t('shell:screens.run')} failed={t('loadFailed')} error={error} refetch={refetch} />
}
