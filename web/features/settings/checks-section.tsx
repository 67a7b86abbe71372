import { Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getChecks, switchCheck, type TaskName } from '#contract/approvals.ts'
import { call } from '#web/core/call.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { useConfirmed } from '#web/domain/use-confirmed.tsx'
import { Ask } from '#web/ui/ask.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Failure } from '#web/ui/message.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './settings.module.css'

const query = read(getChecks, {})

/** Which changes a second person checks before they are done. */
export const ChecksSection = ({ mayEdit }: { mayEdit: boolean }) => {
  const { t } = useTranslation(['settings', 'approvals'])
  const client = useQueryClient()
  // Doing without the check is as good as a permission.
  const mayChange = useCan('bt_ModulosPermisos', 'edit') && mayEdit
  const { data, error, refetch } = useQuery(query)
  const { confirmed, dialog } = useConfirmed()
  const [asking, setAsking] = useState<TaskName | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const change = async (task: TaskName, checked: boolean): Promise<void> => {
    setFailure(null)
    setBusy(true)
    try {
      const after = await confirmed(({ code }) =>
        call(switchCheck, { params: { task }, body: { checked, ...(code && { code }) } }),
      )
      if (after) client.setQueryData(query.queryKey, after)
    } catch (reason) {
      setFailure(reason)
      await refetch()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title={t('checks.title')} lead={t('checks.lead')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Failure of={failure} />
      <fieldset className={classes.roles} aria-label={t('checks.title')}>
        {data?.checks.map(({ task, checked }) => (
          <Checkbox
            key={task}
            label={t(`approvals:tasks.${task}`)}
            checked={checked}
            disabled={busy || !mayChange}
            onChange={() => (checked ? setAsking(task) : void change(task, true))}
          />
        ))}
      </fieldset>
      {asking && (
        <Ask
          title={t('checks.offTitle', { task: t(`approvals:tasks.${asking}`) })}
          text={t('checks.offText')}
          action={t('checks.off')}
          onConfirm={() => void change(asking, false)}
          onClose={() => setAsking(null)}
        />
      )}
      {dialog}
    </Section>
  )
}
