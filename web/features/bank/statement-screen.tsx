import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { type BankStatementDetail, bankEntryStates, getBankStatement, listStatementEntries } from '#contract/bank.ts'
import { accountingCurrency } from '#contract/core/tenants.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { buildAmountColumn } from '#web/domain/contribution-list-parts.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { RecordNavigation } from '#web/ui/list/record-trail.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { FactCard } from '#web/ui/record-cards.tsx'
import { Notice } from '#web/ui/status-messages.tsx'
import classes from './bank.module.css'
import { renderBankEntryBadge } from './bank-entry-badge.tsx'
import { groupDigitsByFour } from './format-bank-number.ts'
import { StatementReconciliation } from './statement-reconciliation.tsx'

type BankEntryList = typeof listStatementEntries

const useBankEntryFilters = (): FilterChoices<BankEntryList> => {
  const { t } = useTranslation('contributions')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('statement.search') },
      state: {
        control: 'select',
        label: t('fields.state'),
        pinned: true,
        options: bankEntryStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
    }),
    [t],
  )
}

const useBankEntryColumns = (currency: string): readonly Column<BankEntryList>[] => {
  const { t } = useTranslation('contributions')
  const format = useFormatters()
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
      { key: 'state', label: t('fields.state'), cell: (state) => renderBankEntryBadge(state, t(`states.${state}`)) },
      { key: 'accountNumber', label: t('fields.account'), cell: (number) => number ?? '–' },
      { key: 'clientName', label: t('fields.client'), optional: true, cell: (name) => name ?? '–' },
      {
        key: 'known',
        label: t('statement.known'),
        optional: true,
        cell: (known) => (known ? t('statement.known') : '–'),
      },
      buildAmountColumn(t, format, currency),
    ],
    [t, format, currency],
  )
}

const buildBankEntryHref = ({ id }: { id: string }): string => `/crm/Ingresos/apuntes/${id}`

const StatementDetails = ({ statement }: { statement: BankStatementDetail }) => {
  const { t } = useTranslation('contributions')
  const format = useFormatters()
  const { currency } = statement
  const [from, to] = [format.date(statement.fromDate), format.date(statement.toDate)]
  const period = from === to ? to : t('statement.period', { from, to })
  return (
    <Page>
      <PageHead
        title={t('statement.title', { reference: statement.reference })}
        context={`${groupDigitsByFour(statement.bankAccount)} · ${period}`}
        action={<RecordNavigation />}
      />
      <FactCard
        title={t('statement.facts')}
        facts={[
          [t('fields.opening'), renderAmount(format, statement.opening, currency)],
          [t('fields.closing'), renderAmount(format, statement.closing, currency)],
          [t('fields.entries'), format.number(statement.entries)],
          [t('fields.format'), t(`formats.${statement.format}`)],
          [t('fields.fileName'), statement.fileName],
          [t('fields.uploadedAt'), format.dateTime(statement.uploadedAt)],
          [t('fields.uploader'), statement.uploaderName],
        ]}
      />
      {currency === accountingCurrency ? (
        <StatementReconciliation statementId={statement.id} />
      ) : (
        <Notice>{t('reconcile.otherCurrency', { currency })}</Notice>
      )}
      <section aria-label={t('statement.entries')}>
        <h2 className={classes.heading}>{t('statement.entries')}</h2>
        <ListView
          list={listStatementEntries}
          params={{ statementId: statement.id }}
          label={t('statement.entries')}
          filters={useBankEntryFilters()}
          columns={useBankEntryColumns(currency)}
          rowHref={buildBankEntryHref}
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
  const { data, error, refetch } = useQuery(buildQueryOptions(getBankStatement, { params: { statementId } }))
  if (data) return <StatementDetails statement={data} />
  return <MissingRecord title={t('shell:screens.statement')} error={error} refetch={refetch} tiles={3} />
}
