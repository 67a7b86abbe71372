import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { entryStates, getStatement, listEntries, type StatementDetail } from '#contract/bank.ts'
import { booksCurrency } from '#contract/core/tenants.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { amountOf } from '#web/domain/amount.tsx'
import { amountColumn } from '#web/domain/money-in-lists.tsx'
import { Facts } from '#web/ui/facts.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { RecordTrail } from '#web/ui/list/trail.tsx'
import { Notice } from '#web/ui/message.tsx'
import { NoRecord } from '#web/ui/no-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import classes from './bank.module.css'
import { entryBadge } from './entry-badge.tsx'
import { inFours } from './in-fours.ts'
import { Reconciliation } from './reconciliation.tsx'

type List = typeof listEntries

const useFilters = (): FilterChoices<List> => {
  const { t } = useTranslation('contributions')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('statement.search') },
      state: {
        control: 'select',
        label: t('fields.state'),
        pinned: true,
        options: entryStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
    }),
    [t],
  )
}

const useColumns = (currency: string): readonly Column<List>[] => {
  const { t } = useTranslation('contributions')
  const format = useFormat()
  return useMemo(
    () => [
      { key: 'bookingDate', label: t('fields.bookingDate'), phone: 2, cell: format.date },
      { key: 'valueDate', label: t('fields.valueDate'), optional: true, cell: format.date },
      {
        key: 'counterpartyName',
        label: t('fields.counterparty'),
        phone: 1,
        cell: (name, row) => (name ?? row.clientName ?? row.remittance) || '–',
      },
      { key: 'remittance', label: t('fields.remittance'), cell: (text) => text || '–' },
      { key: 'reference', label: t('fields.reference'), optional: true },
      { key: 'state', label: t('fields.state'), cell: (state) => entryBadge(state, t(`states.${state}`)) },
      { key: 'accountNumber', label: t('fields.account'), cell: (number) => number ?? '–' },
      { key: 'clientName', label: t('fields.client'), optional: true, cell: (name) => name ?? '–' },
      {
        key: 'known',
        label: t('statement.known'),
        optional: true,
        cell: (known) => (known ? t('statement.known') : '–'),
      },
      amountColumn(t, format, currency),
    ],
    [t, format, currency],
  )
}

const hrefOf = ({ id }: { id: string }): string => `/crm/Ingresos/apuntes/${id}`

const Statement = ({ statement }: { statement: StatementDetail }) => {
  const { t } = useTranslation('contributions')
  const format = useFormat()
  const { currency } = statement
  const [from, to] = [format.date(statement.fromDate), format.date(statement.toDate)]
  const period = from === to ? to : t('statement.period', { from, to })
  return (
    <Page>
      <PageHead
        title={t('statement.title', { reference: statement.reference })}
        context={`${inFours(statement.bankAccount)} · ${period}`}
        action={<RecordTrail />}
      />
      <Facts
        title={t('statement.facts')}
        facts={[
          [t('fields.opening'), amountOf(format, statement.opening, currency)],
          [t('fields.closing'), amountOf(format, statement.closing, currency)],
          [t('fields.entries'), format.number(statement.entries)],
          [t('fields.format'), t(`formats.${statement.format}`)],
          [t('fields.fileName'), statement.fileName],
          [t('fields.uploadedAt'), format.dateTime(statement.uploadedAt)],
          [t('fields.uploader'), statement.uploaderName],
        ]}
      />
      {currency === booksCurrency ? (
        <Reconciliation statementId={statement.id} />
      ) : (
        <Notice>{t('reconcile.otherCurrency', { currency })}</Notice>
      )}
      <section aria-label={t('statement.entries')}>
        <h2 className={classes.heading}>{t('statement.entries')}</h2>
        <ListView
          list={listEntries}
          params={{ statementId: statement.id }}
          label={t('statement.entries')}
          filters={useFilters()}
          columns={useColumns(currency)}
          rowHref={hrefOf}
          empty={t('statement.noEntries')}
        />
      </section>
    </Page>
  )
}

/** One statement: what it says, how it stands beside the books, and what became of each of its lines. */
export default function StatementScreen() {
  const { t } = useTranslation(['contributions', 'list', 'shell'])
  const { statementId = '' } = useParams()
  const { data, error, refetch } = useQuery(read(getStatement, { params: { statementId } }))
  if (data) return <Statement statement={data} />
  return <NoRecord title={t('shell:screens.statement')} error={error} refetch={refetch} tiles={3} />
}
