import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getSigningMode } from '#contract/account-signature.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { SuccessMessage } from '#web/ui/status-messages.tsx'
import classes from './clients.module.css'
import { SignatureChangeDialog } from './signature-change-dialog.tsx'

type PendingSignatureChange = NonNullable<ResponseBody<typeof getSigningMode>['pending']>

const PendingSignatureNotice = ({
  pending: { signature, approvalId, askerName, askedAt },
}: {
  pending: PendingSignatureChange
}) => {
  const { t } = useTranslation('client')
  const format = useFormatters()
  return (
    <div className={classes.pending}>
      <strong className={classes.pendingTitle}>
        {t(signature === 'all' ? 'signature.pendingAll' : 'signature.pendingOne')}
      </strong>
      <span className={classes.muted}>
        {t('signature.by', { name: askerName ?? '–', at: format.dateTime(askedAt) })}
      </span>
      <ApprovalLink approvalId={approvalId}>{t('signature.open')}</ApprovalLink>
    </div>
  )
}

/** What waits of who signs for the account, and the way to change it; nothing where nothing does and one may not. */
export const AccountSignature = ({ account }: { account: { id: string; clientId: string; number: string } }) => {
  const { t } = useTranslation('client')
  // As it stood when one began: what is proposed never turns into the opposite under somebody's hands.
  const [changing, setChanging] = useState<ResponseBody<typeof getSigningMode> | null>(null)
  const [message, setMessage] = useState('')
  const { id: accountId, clientId, number } = account
  const { data } = useQuery(buildQueryOptions(getSigningMode, { params: { clientId, accountId } }))
  return (
    <div className={classes.signature}>
      <SuccessMessage>{message}</SuccessMessage>
      {data?.pending && <PendingSignatureNotice pending={data.pending} />}
      {data?.mayChange && (
        <Button variant="default" size="xs" onClick={() => setChanging(data)}>
          {t('signature.action')}
        </Button>
      )}
      {changing && (
        <SignatureChangeDialog
          params={{ clientId, accountId }}
          number={number}
          signature={changing.signature}
          holders={changing.holders}
          onDone={setMessage}
          onClose={() => setChanging(null)}
        />
      )}
    </div>
  )
}
