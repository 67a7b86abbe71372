import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSignature } from '#contract/account-signature.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { Done } from '#web/ui/message.tsx'
import classes from './clients.module.css'
import { SignatureDialog } from './signature-dialog.tsx'

type Pending = NonNullable<Answer<typeof getSignature>['pending']>

const Waiting = ({ pending: { signature, approvalId, askerName, askedAt } }: { pending: Pending }) => {
  const { t } = useTranslation('client')
  const format = useFormat()
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
  const [asked, setAsked] = useState<Answer<typeof getSignature> | null>(null)
  const [told, setTold] = useState('')
  const { id: accountId, clientId, number } = account
  const { data } = useQuery(read(getSignature, { params: { clientId, accountId } }))
  return (
    <div className={classes.signature}>
      <Done>{told}</Done>
      {data?.pending && <Waiting pending={data.pending} />}
      {data?.mayChange && (
        <Button variant="default" size="xs" onClick={() => setAsked(data)}>
          {t('signature.action')}
        </Button>
      )}
      {asked && (
        <SignatureDialog
          params={{ clientId, accountId }}
          number={number}
          signature={asked.signature}
          holders={asked.holders}
          onDone={setTold}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}
