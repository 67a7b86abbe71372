import { IconArrowBackUp, IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { type AccountingJournal, getAccountingJournal } from '#contract/accounting.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { findShownParts, JournalAttribution } from '#web/domain/journal-attribution.tsx'
import { JournalPostings, JournalReversalDialog, useJournalFacts } from '#web/domain/journal-entry.tsx'
import { processStateStyles } from '#web/domain/process-state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { type RecordAction, RecordActions } from '#web/ui/record-actions.tsx'
import { FactCard } from '#web/ui/record-cards.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { Section } from '#web/ui/section.tsx'
import { Notice, SuccessMessage } from '#web/ui/status-messages.tsx'
import { accountingPaths } from './accounting-tabs.tsx'
import { sumAmounts } from './sum-amounts.ts'

type Props = { journal: AccountingJournal }

const buildJournalHref = (journalId: string): string => `${accountingPaths.journals}/${journalId}`

/** Whether it takes another one back, or was taken back; nothing of most journals. */
const JournalBadge = ({ journal: { reversesId, reversedById } }: Props) => {
  const { t } = useTranslation('accounting')
  const correction = reversedById ? 'reversed' : reversesId ? 'reversal' : null
  if (!correction) return null
  const [tone, icon] = processStateStyles.undone
  return <StatusBadge tone={tone} icon={icon} label={t(`corrections.${correction}`)} />
}

const useJournalActions = ({ place, bar }: AccountingJournal, onReverse: () => void): RecordAction[] => {
  const { t } = useTranslation(['accounting', 'journals'])
  const maySeeClients = usePermission('bt_Clientes', 'view')
  const mayReverse = usePermission('bt_Contabilidad', 'create')
  return [
    ...(place && maySeeClients
      ? [
          {
            key: 'account',
            label: t('journals.account'),
            icon: <IconFileText size={16} />,
            href: `/clientes/${place.clientId}/cuentas/${place.accountId}`,
          },
        ]
      : []),
    ...(mayReverse && !bar
      ? [
          {
            key: 'reverse',
            label: t('journals:reversal.action'),
            icon: <IconArrowBackUp size={16} />,
            onClick: onReverse,
          },
        ]
      : []),
  ]
}

const ReversalOutcome = ({ proposed }: { proposed: ProposalResult | null }) => {
  const { t } = useTranslation(['accounting', 'journals'])
  return (
    <SuccessMessage>
      {proposed && (
        <>
          {t(`journals:reversal.${proposed.state}`)}{' '}
          {proposed.approvalId && (
            <ApprovalLink approvalId={proposed.approvalId}>{t('journals:reversal.approval')}</ApprovalLink>
          )}
        </>
      )}
    </SuccessMessage>
  )
}

const JournalDetails = ({ journal }: Props) => {
  const { t } = useTranslation(['accounting', 'journals'])
  const format = useFormatters()
  const mayReverse = usePermission('bt_Contabilidad', 'create')
  const [isReversing, setReversing] = useState(false)
  const [proposed, setProposed] = useState<ProposalResult | null>(null)
  const { id, kind, place, bookingDate, lines, bar } = journal
  const parts = findShownParts(journal)
  return (
    <RecordPage
      title={t('journals:title', { id })}
      context={
        <>
          {t(`kinds.${kind}`)} · {format.date(bookingDate)} ·{' '}
          <Amount value={sumAmounts(lines.map(({ debit }) => debit ?? '0.00'))} />
        </>
      }
      badges={<JournalBadge journal={journal} />}
      actions={<RecordActions actions={useJournalActions(journal, () => setReversing(true))} />}
      lead={
        <>
          <ReversalOutcome proposed={proposed} />
          {mayReverse && bar && !proposed && <Notice>{t(`journals:bars.${bar}`)}</Notice>}
          {isReversing && (
            <JournalReversalDialog
              journalId={id}
              place={place && { ...place, journalId: id }}
              onDone={setProposed}
              onClose={() => setReversing(false)}
            />
          )}
        </>
      }
      side={<FactCard title={t('journals:facts')} facts={useJournalFacts(journal, buildJournalHref)} />}
    >
      <Section title={t('journals:entry')}>
        <JournalPostings journal={journal} />
      </Section>
      {parts && (
        <Section title={t('journals:attribution.title')}>
          <JournalAttribution parts={parts} />
        </Section>
      )}
    </RecordPage>
  )
}

/** One journal: its lines, its dates, who made it, what it takes back, and the way to take it back. */
export default function JournalScreen() {
  const { t } = useTranslation(['accounting', 'list', 'shell'])
  const { journalId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildQueryOptions(getAccountingJournal, { params: { journalId } }))
  if (data) return <JournalDetails journal={data} key={data.id} />
  return (
    <MissingRecord
      title={t('shell:screens.journal')}
      failed={t('journals.loadFailed')}
      error={error}
      refetch={refetch}
    />
  )
}
