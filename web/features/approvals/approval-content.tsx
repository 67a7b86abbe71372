import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { ApprovalDetail } from '#contract/approvals.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { PayloadDifferences } from '#web/domain/payload-differences.tsx'
import { FactGrid, type LabelledFact } from '#web/ui/fact-grid.tsx'
import { Section } from '#web/ui/section.tsx'
import { Notice } from '#web/ui/status-messages.tsx'
import { ApprovalStateBadge } from './approval-state-badge.tsx'
import { useChangeTexts } from './change-texts.ts'
import { formatDestination } from './destination-text.ts'

const LazyKycApproval = lazy(() => import('#web/domain/client-kyc/kyc-approval.tsx'))
const LazyPlannedStatementFile = lazy(() => import('#web/domain/planned-statement-file.tsx'))

const useFormatPerson = () => (name: string | null, cvl: string | null) => [name, cvl].filter(Boolean).join(' · ')

/** Who decides a guarded change. */
const getDeciderKey = ({ task }: ApprovalDetail) =>
  task === 'substitution' ? 'byAbsent' : task === 'handoverRelease' ? 'byGiver' : 'byDirection'

const ApprovalProposal = ({ change }: { change: ApprovalDetail }) => {
  const { t } = useTranslation('approvals')
  const format = useFormatters()
  const who = useFormatPerson()
  const { makerName, makerCvl, madeAt, aboutName, clientCvl, params, destination, reason, link, state, expiresAt } =
    change
  const { guarded, firstName, firstCvl, firstAt, impact } = change
  const facts: LabelledFact[] = [
    ...(aboutName ? [[t(clientCvl ? 'fields.client' : 'fields.person'), who(aboutName, clientCvl)] as const] : []),
    // Of a client's own bank accounts the number stands below, as it was and as it would be.
    ...(params.account && change.task !== 'bankAccount' ? [[t('fields.account'), params.account] as const] : []),
    ...(params.amount ? [[t('fields.amount'), format.money(params.amount, { euros: true })] as const] : []),
    ...(impact ? [[t('fields.balance'), format.money(impact.balance, { euros: true })] as const] : []),
    ...(impact?.balanceAfter
      ? [[t('fields.balanceAfter'), format.money(impact.balanceAfter, { euros: true })] as const]
      : []),
    ...(destination ? [[t('fields.destination'), formatDestination(destination)] as const] : []),
    [t('fields.maker'), who(makerName, makerCvl)],
    [t('fields.madeAt'), format.dateTime(madeAt)],
    ...(state === 'pending' || state === 'expired'
      ? [[t('fields.expiresAt'), format.dateTime(expiresAt)] as const]
      : []),
    ...(link
      ? [
          [
            t('event.page'),
            <Link key={link} to={link}>
              {t('event.open')}
            </Link>,
          ] as const,
        ]
      : []),
    [t('fields.reason'), reason, 'wide'],
    ...(firstAt && state === 'pending'
      ? [
          [
            t('event.first'),
            t('event.firstLine', { who: who(firstName, firstCvl), at: format.dateTime(firstAt) }),
            'wide',
          ] as const,
        ]
      : []),
  ]
  return (
    <Section title={t('event.change')}>
      <FactGrid facts={facts} />
      {guarded && state === 'pending' && <Notice>{t(`event.${getDeciderKey(change)}`)}</Notice>}
    </Section>
  )
}

const ApprovalDecision = ({ change }: { change: ApprovalDetail }) => {
  const { t } = useTranslation('approvals')
  const format = useFormatters()
  const who = useFormatPerson()
  const { deciderName, deciderCvl, decidedAt, onBehalfOfName, decisionReason } = change
  if (!decidedAt) return null
  const { firstName, firstCvl, firstAt } = change
  const facts: LabelledFact[] = [
    ...(firstAt ? [[t('event.first'), `${who(firstName, firstCvl)}, ${format.dateTime(firstAt)}`] as const] : []),
    ...(deciderName ? [[t('fields.decider'), who(deciderName, deciderCvl)] as const] : []),
    [t('fields.decidedAt'), format.dateTime(decidedAt)],
    ...(onBehalfOfName ? [[t('fields.onBehalfOf'), onBehalfOfName] as const] : []),
    ...(decisionReason ? [[t('fields.decisionReason'), decisionReason, 'wide'] as const] : []),
  ]
  return (
    <Section title={t('event.decision')} state={<ApprovalStateBadge state={change.state} />}>
      <FactGrid facts={facts} />
    </Section>
  )
}

/** What a change is and what became of it: what is read before it is decided. */
export const ApprovalContent = ({ change }: { change: ApprovalDetail }) => {
  const { t } = useTranslation('approvals')
  const changeWords = useChangeTexts()
  const maySeeClients = usePermission('bt_Clientes', 'view')
  const maySeeFiles = usePermission('bt_Extractos', 'view')
  return (
    <>
      <ApprovalProposal change={change} />
      <Section title={t('event.changes')}>
        <PayloadDifferences
          label={t('event.changes')}
          before={change.before}
          after={change.after}
          emptyText={t('event.none')}
          labels={changeWords}
        />
      </Section>
      {change.kycDocument && maySeeClients && (
        <Suspense>
          <LazyKycApproval {...change.kycDocument} />
        </Suspense>
      )}
      {change.uploadId && change.state === 'pending' && maySeeFiles && (
        <Suspense>
          <LazyPlannedStatementFile uploadId={change.uploadId} />
        </Suspense>
      )}
      <ApprovalDecision change={change} />
    </>
  )
}
