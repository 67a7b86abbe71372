import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { type ApprovalDetail, getApproval } from '#contract/approvals.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { useApprovalWords } from '#web/domain/approval-words.ts'
import { Differences } from '#web/domain/differences.tsx'
import { RecordPanels } from '#web/domain/records/record-panels.tsx'
import { type Fact, FactGrid } from '#web/ui/fact-grid.tsx'
import { RecordTrail } from '#web/ui/list/trail.tsx'
import { Notice } from '#web/ui/message.tsx'
import { NoRecord } from '#web/ui/no-record.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './approvals.module.css'
import { useChangeWords } from './change-words.ts'
import { Decide } from './decide.tsx'
import { destinationText } from './destination-text.ts'
import { StateBadge } from './state-badge.tsx'

const PlannedFile = lazy(() => import('#web/domain/planned-file.tsx'))

const useWho = () => (name: string | null, cvl: string | null) => [name, cvl].filter(Boolean).join(' · ')

/** Who decides a guarded change. */
const decidedBy = ({ task }: ApprovalDetail) =>
  task === 'substitution' ? 'byAbsent' : task === 'handoverRelease' ? 'byGiver' : 'byDirection'

const Proposal = ({ change }: { change: ApprovalDetail }) => {
  const { t } = useTranslation('approvals')
  const format = useFormat()
  const who = useWho()
  const { makerName, makerCvl, madeAt, aboutName, clientCvl, params, destination, reason, link, state, expiresAt } =
    change
  const { guarded, firstName, firstCvl, firstAt } = change
  const facts: Fact[] = [
    ...(aboutName ? [[t(clientCvl ? 'fields.client' : 'fields.person'), who(aboutName, clientCvl)] as const] : []),
    // Of a client's own bank accounts the number stands below, as it was and as it would be.
    ...(params.account && change.task !== 'bankAccount' ? [[t('fields.account'), params.account] as const] : []),
    ...(params.amount ? [[t('fields.amount'), format.money(params.amount, { euros: true })] as const] : []),
    ...(destination ? [[t('fields.destination'), destinationText(destination)] as const] : []),
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
      {guarded && state === 'pending' && <Notice>{t(`event.${decidedBy(change)}`)}</Notice>}
    </Section>
  )
}

const Decision = ({ change }: { change: ApprovalDetail }) => {
  const { t } = useTranslation('approvals')
  const format = useFormat()
  const who = useWho()
  const { deciderName, deciderCvl, decidedAt, onBehalfOfName, decisionReason } = change
  if (!decidedAt) return null
  const { firstName, firstCvl, firstAt } = change
  const facts: Fact[] = [
    ...(firstAt ? [[t('event.first'), `${who(firstName, firstCvl)}, ${format.dateTime(firstAt)}`] as const] : []),
    ...(deciderName ? [[t('fields.decider'), who(deciderName, deciderCvl)] as const] : []),
    [t('fields.decidedAt'), format.dateTime(decidedAt)],
    ...(onBehalfOfName ? [[t('fields.onBehalfOf'), onBehalfOfName] as const] : []),
    ...(decisionReason ? [[t('fields.decisionReason'), decisionReason, 'wide'] as const] : []),
  ]
  return (
    <Section title={t('event.decision')} state={<StateBadge state={change.state} />}>
      <FactGrid facts={facts} />
    </Section>
  )
}

const Change = ({ change }: { change: ApprovalDetail }) => {
  const { t } = useTranslation('approvals')
  const words = useApprovalWords()
  const changeWords = useChangeWords()
  const maySeeFiles = useCan('bt_Extractos', 'view')
  const context = (
    <span className={classes.context}>
      {words.task(change.task)}
      <StateBadge state={change.state} />
    </span>
  )
  return (
    <div className={classes.screen}>
      <PageHead title={words.what(change)} context={context} action={<RecordTrail />} />
      <Decide change={change} what={words.what(change)} />
      <Proposal change={change} />
      <Section title={t('event.changes')}>
        <Differences
          label={t('event.changes')}
          before={change.before}
          after={change.after}
          none={t('event.none')}
          words={changeWords}
        />
      </Section>
      {change.uploadId && change.state === 'pending' && maySeeFiles && (
        <Suspense>
          <PlannedFile uploadId={change.uploadId} />
        </Suspense>
      )}
      <Decision change={change} />
      <RecordPanels entity="approval" recordId={change.id} />
    </div>
  )
}

/** One change that waits for a second person, or what became of it. */
export default function ApprovalScreen() {
  const { t } = useTranslation(['approvals', 'list', 'shell'])
  const { approvalId = '' } = useParams()
  const { data, error, refetch } = useQuery(read(getApproval, { params: { approvalId } }))
  if (data) return <Change key={data.id} change={data} />
  return <NoRecord title={t('shell:screens.approval')} failed={t('event.loadFailed')} error={error} refetch={refetch} />
}
