import { Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CheckName, getChecks, switchCheck } from '#contract/approvals.ts'
import { call } from '#web/core/call.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { useApprovalWords } from '#web/domain/approval-words.ts'
import { useConfirmed } from '#web/domain/use-confirmed.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { Failure } from '#web/ui/message.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './settings.module.css'

const query = read(getChecks, {})

/** That doing without the check waits for a second person, under its name. */
const Waiting = ({ approvalId }: { approvalId: string }) => {
  const { t } = useTranslation('settings')
  return (
    <span role="status" className={classes.waiting}>
      {t('checks.waiting')} <ApprovalLink approvalId={approvalId}>{t('checks.open')}</ApprovalLink>
    </span>
  )
}

/** Which changes a second person checks before they are done. */
export const ChecksSection = ({ mayEdit }: { mayEdit: boolean }) => {
  const { t } = useTranslation('settings')
  const words = useApprovalWords()
  const client = useQueryClient()
  // Doing without the check is as good as a permission.
  const mayChange = useCan('bt_ModulosPermisos', 'edit') && mayEdit
  const { data, error, refetch } = useQuery(query)
  const { confirmed, dialog } = useConfirmed({ recoveryCodes: false })
  const [asking, setAsking] = useState<{ check: CheckName; checked: boolean } | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const send = async (check: CheckName, body: { checked: boolean; reason?: string }): Promise<void> => {
    const after = await confirmed(({ code }) =>
      call(switchCheck, { params: { check }, body: { ...body, ...(code && { code }) } }),
    )
    if (after) client.setQueryData(query.queryKey, after)
  }
  const switchOn = async (check: CheckName): Promise<void> => {
    setFailure(null)
    setBusy(true)
    try {
      await send(check, { checked: true })
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
        {data?.checks.map(({ check, checked, approvalId }) => (
          <div key={check}>
            <Checkbox
              label={words.check(check)}
              checked={checked}
              disabled={busy || !mayChange || approvalId !== null}
              onChange={() =>
                checked || check === 'secondFactor' ? setAsking({ check, checked: !checked }) : void switchOn(check)
              }
            />
            {approvalId && <Waiting approvalId={approvalId} />}
          </div>
        ))}
      </fieldset>
      <p className={classes.lead}>{t('checks.always')}</p>
      {asking && (
        <ReasonDialog
          title={t(asking.checked ? 'checks.onTitle' : 'checks.offTitle', { task: words.check(asking.check) })}
          text={t(asking.checked ? 'checks.onText' : 'checks.offText')}
          action={t(asking.checked ? 'checks.on' : 'checks.off')}
          label={t('checks.reason')}
          hint={t('checks.reasonHint')}
          onSend={(reason) => send(asking.check, { checked: asking.checked, reason: reason.trim() })}
          onClose={() => setAsking(null)}
        />
      )}
      {dialog}
    </Section>
  )
}
