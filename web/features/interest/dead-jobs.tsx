import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelJob, type DeadJob, listDeadJobs, retryJob } from '#contract/interest.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage, SuccessMessage } from '#web/ui/status-messages.tsx'

const deadJobsQuery = buildQueryOptions(listDeadJobs, {})
const isoDatePattern = /^\d{4}-\d\d-\d\d$/

/** Jobs that have stopped for good, until somebody retries or gives them up; nothing where there is none. */
export const DeadJobs = () => {
  const { t } = useTranslation('runs')
  const format = useFormatters()
  const may = usePermission('bt_Contabilidad', 'edit')
  const [message, setMessage] = useState('')
  const [failed, setFailed] = useState<unknown>(null)
  const { data, error, refetch } = useQuery(deadJobsQuery)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || (data.jobs.length === 0 && message === '')) return null
  const touch = async (job: DeadJob, endpoint: typeof retryJob | typeof cancelJob, done: string): Promise<void> => {
    setFailed(null)
    setMessage('')
    await callEndpoint(endpoint, { params: { jobId: job.id } }, { refreshOnRefusal: true })
      .then(() => setMessage(done))
      .catch(setFailed)
  }
  const wordOf = ({ job }: DeadJob) => t(`jobs.names.${job.replace('.', '_')}` as 'jobs.names.other')
  const actions: RowColumn<DeadJob, never> = {
    key: 'id',
    label: t('jobs.fields.actions'),
    align: 'end',
    phone: 'beside',
    cell: (_, job) => {
      const name = wordOf(job)
      return (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('jobs.retryNamed', { name })}
            onClick={() => void touch(job, retryJob, t('jobs.retried', { name }))}
          >
            {t('jobs.retry')}
          </Button>
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={t('jobs.cancelNamed', { name })}
            onClick={() => void touch(job, cancelJob, t('jobs.cancelled', { name }))}
          >
            {t('jobs.cancel')}
          </Button>
        </Group>
      )
    },
  }
  const columns: readonly RowColumn<DeadJob, never>[] = [
    { key: 'job', label: t('jobs.fields.job'), phone: 1, cell: (_, job) => wordOf(job) },
    {
      key: 'about',
      label: t('jobs.fields.about'),
      cell: (about) => (about === null ? '–' : isoDatePattern.test(about) ? format.date(about) : about),
    },
    { key: 'failedAt', label: t('jobs.fields.failedAt'), phone: 2, cell: format.dateTime },
    { key: 'attempts', label: t('jobs.fields.attempts'), align: 'end', cell: format.number },
    { key: 'error', label: t('jobs.fields.error'), phone: 3, cell: (text) => text ?? '–' },
    ...(may ? [actions] : []),
  ]
  return (
    <Section title={t('jobs.title')} description={t('jobs.lead')}>
      {data.jobs.length > 0 && <DataTable label={t('jobs.title')} columns={columns} rows={data.jobs} dense />}
      <SuccessMessage>{message}</SuccessMessage>
      <FailureMessage of={failed} />
    </Section>
  )
}
