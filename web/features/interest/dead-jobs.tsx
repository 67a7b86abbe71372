import { Button, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelJob, type DeadJob, listDeadJobs, retryJob } from '#contract/interest.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { ColumnFor } from '#web/ui/list/list-types.ts'
import { Done, Failure } from '#web/ui/message.tsx'
import { Section } from '#web/ui/section.tsx'

const asked = read(listDeadJobs, {})
const isDay = /^\d{4}-\d\d-\d\d$/

/** Jobs that have stopped for good, until somebody retries or gives them up; nothing where there is none. */
export const DeadJobs = () => {
  const { t } = useTranslation('runs')
  const format = useFormat()
  const client = useQueryClient()
  const may = useCan('bt_Contabilidad', 'edit')
  const [told, setTold] = useState('')
  const [failed, setFailed] = useState<unknown>(null)
  const { data, error, refetch } = useQuery(asked)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || (data.jobs.length === 0 && told === '')) return null
  const touch = async (job: DeadJob, endpoint: typeof retryJob | typeof cancelJob, done: string): Promise<void> => {
    setFailed(null)
    setTold('')
    await call(endpoint, { params: { jobId: job.id } })
      .then(() => setTold(done))
      .catch(setFailed)
    await client.invalidateQueries({ queryKey: asked.queryKey })
  }
  const wordOf = ({ job }: DeadJob) => t(`jobs.names.${job.replace('.', '_')}` as 'jobs.names.other')
  const actions: ColumnFor<DeadJob, never> = {
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
  const columns: readonly ColumnFor<DeadJob, never>[] = [
    { key: 'job', label: t('jobs.fields.job'), phone: 1, cell: (_, job) => wordOf(job) },
    {
      key: 'about',
      label: t('jobs.fields.about'),
      cell: (about) => (about === null ? '–' : isDay.test(about) ? format.date(about) : about),
    },
    { key: 'failedAt', label: t('jobs.fields.failedAt'), phone: 2, cell: format.dateTime },
    { key: 'attempts', label: t('jobs.fields.attempts'), align: 'end', cell: format.number },
    { key: 'error', label: t('jobs.fields.error'), phone: 3, cell: (text) => text ?? '–' },
    ...(may ? [actions] : []),
  ]
  return (
    <Section title={t('jobs.title')} lead={t('jobs.lead')}>
      {data.jobs.length > 0 && <DataTable label={t('jobs.title')} columns={columns} rows={data.jobs} dense />}
      <Done>{told}</Done>
      <Failure of={failed} />
    </Section>
  )
}
