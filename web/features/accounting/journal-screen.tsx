import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { type AccountingJournal, getAccountingJournal } from '#contract/accounting.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { JournalEntry } from '#web/domain/journal-entry.tsx'
import { RecordTrail } from '#web/ui/list/trail.tsx'
import { NoRecord } from '#web/ui/no-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import { placeOf } from './accounting-tabs.tsx'

const hrefOf = (journalId: string): string => `${placeOf.journals}/${journalId}`

const Journal = ({ journal }: { journal: AccountingJournal }) => {
  const { t } = useTranslation(['accounting', 'journals'])
  const maySeeClients = useCan('bt_Clientes', 'view')
  const { id, kind, place } = journal
  return (
    <Page>
      <PageHead title={t('journals:title', { id })} context={t(`kinds.${kind}`)} action={<RecordTrail />}>
        {place && maySeeClients && (
          <Link to={`/clientes/${place.clientId}/cuentas/${place.accountId}`}>{t('journals.account')}</Link>
        )}
      </PageHead>
      <Section title={t('journals:entry')}>
        <JournalEntry key={id} journal={journal} place={place && { ...place, journalId: id }} hrefOf={hrefOf} />
      </Section>
    </Page>
  )
}

/** One journal: its lines, its dates, who made it, what it takes back, and the way to take it back. */
export default function JournalScreen() {
  const { t } = useTranslation(['accounting', 'list', 'shell'])
  const { journalId = '' } = useParams()
  const { data, error, refetch } = useQuery(read(getAccountingJournal, { params: { journalId } }))
  if (data) return <Journal journal={data} />
  return (
    <NoRecord title={t('shell:screens.journal')} failed={t('journals.loadFailed')} error={error} refetch={refetch} />
  )
}
