import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApprovalCheckName, getApprovalChecks, switchApprovalCheck } from '#contract/approvals/checks.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { useApprovalTexts } from '#web/domain/approval-texts.ts'
import { useConfirmation } from '#web/domain/use-confirmation.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import classes from './settings.module.css'

const checksQuery = buildQueryOptions(getApprovalChecks, {})

/** That doing without the check waits for a second person, under its name. */
const WaitingChangeLink = ({ approvalId }: { approvalId: string }) => {
  const { t } = useTranslation('settings')
  return (
    <span role="status" className={classes.waiting}>
      {t('checks.waiting')} <ApprovalLink approvalId={approvalId}>{t('checks.open')}</ApprovalLink>
    </span>
  )
}

/** Which changes a second person checks before they are done. */
export const ChecksSection = ({ mayEdit }: { mayEdit: boolean }) => {
  const { t } = useTranslation(['settings', 'list'])
  const words = useApprovalTexts()
  // Doing without the check is as good as a permission.
  const mayChange = usePermission('bt_ModulosPermisos', 'edit') && mayEdit
  const { data, error, refetch } = useQuery(checksQuery)
  const { confirmed, dialog } = useConfirmation({ recoveryCodes: false })
  const [asking, setAsking] = useState<{ check: ApprovalCheckName; checked: boolean } | null>(null)
  const { busy, failure, run } = useAction()
  const send = async (check: ApprovalCheckName, body: { checked: boolean; reason?: string }): Promise<void> => {
    await confirmed(({ code }) =>
      callEndpoint(
        switchApprovalCheck,
        { params: { check }, body: { ...body, ...(code && { code }) } },
        { refreshOnRefusal: true },
      ),
    )
  }
  if (!data && !error) return <div className={layoutClasses.skeleton} role="status" aria-label={t('list:loading')} />
  return (
    <Section title={t('checks.title')} description={t('checks.lead')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <FailureMessage of={failure} />
      <fieldset className={classes.roles} aria-label={t('checks.title')}>
        {data?.checks.map(({ check, checked, approvalId }) => (
          <div key={check}>
            <Checkbox
              label={words.check(check)}
              checked={checked}
              disabled={busy || !mayChange || approvalId !== null}
              onChange={() =>
                checked || check === 'secondFactor'
                  ? setAsking({ check, checked: !checked })
                  : void run(() => send(check, { checked: true }))
              }
            />
            {approvalId && <WaitingChangeLink approvalId={approvalId} />}
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
