import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { type AccountingJournal, getAccountingJournal } from '#contract/accounting.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { JournalEntryDetail } from '#web/domain/journal-entry.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { Section } from '#web/ui/section.tsx'
import { accountingPaths } from './accounting-tabs.tsx'

const buildJournalHref = (journalId: string): string => `${accountingPaths.journals}/${journalId}`

const JournalDetails = ({ journal }: { journal: AccountingJournal }) => {
  const { t } = useTranslation(['accounting', 'journals'])
  const maySeeClients = usePermission('bt_Clientes', 'view')
  const { id, kind, place } = journal
  return (
    <RecordPage
      title={t('journals:title', { id })}
      context={t(`kinds.${kind}`)}
      actions={
        place &&
        maySeeClients && (
          <Link to={`/clientes/${place.clientId}/cuentas/${place.accountId}`}>{t('journals.account')}</Link>
        )
      }
    >
      <Section title={t('journals:entry')}>
        <JournalEntryDetail
          key={id}
          journal={journal}
          place={place && { ...place, journalId: id }}
          buildHref={buildJournalHref}
        />
      </Section>
    </RecordPage>
  )
}

/** One journal: its lines, its dates, who made it, what it takes back, and the way to take it back. */
export default function JournalScreen() {
  const { t } = useTranslation(['accounting', 'list', 'shell'])
  const { journalId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildQueryOptions(getAccountingJournal, { params: { journalId } }))
  if (data) return <JournalDetails journal={data} />
  return (
    <MissingRecord
      title={t('shell:screens.journal')}
      failed={t('journals.loadFailed')}
      error={error}
      refetch={refetch}
    />
  )
}
