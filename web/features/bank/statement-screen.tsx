import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { type BankStatementDetail, bankEntryStates, getBankStatement, listStatementEntries } from '#contract/bank.ts'
import { accountingCurrency } from '#contract/core/tenants.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { InOutSums } from '#web/domain/in-out-sums.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { CopyableValue } from '#web/ui/copyable-value.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { FactCard } from '#web/ui/record-cards.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
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
        alwaysShown: true,
        options: bankEntryStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
    }),
    [t],
  )
}

const useBankEntryColumns = (currency: string) => {
  const { t } = useTranslation('contributions')
  const format = useFormatters()
  return useListColumns(
    listStatementEntries,
    useMemo(
      (): ScreenColumns<BankEntryList> => [
        { key: 'bookingDate', phone: 2 },
        { key: 'valueDate', optional: true },
        { key: 'counterpartyName', phone: 1, cell: (name, row) => (name ?? row.clientName ?? row.remittance) || '–' },
        'remittance',
        { key: 'reference', optional: true },
        { key: 'state', cell: (state, _, word) => renderBankEntryBadge(state, word) },
        'accountNumber',
        { key: 'clientName', optional: true },
        {
          key: 'known',
          label: t('statement.known'),
          optional: true,
          cell: (known) => (known ? t('statement.known') : '–'),
        },
        {
          key: 'amount',
          phone: 3,
          cell: (amount) => renderAmount(format, amount, currency),
          total: (sums) => <InOutSums {...sums} currency={currency} />,
        },
      ],
      [t, format, currency],
    ),
  )
}

const buildBankEntryHref = ({ id }: { id: string }): string => `/crm/Ingresos/apuntes/${id}`

const StatementDetails = ({ statement }: { statement: BankStatementDetail }) => {
  const { t } = useTranslation('contributions')
  const format = useFormatters()
  const { currency } = statement
  const from = format.date(statement.fromDate)
  const to = format.date(statement.toDate)
  const period = from === to ? to : t('statement.period', { from, to })
  return (
    <RecordPage
      title={t('statement.title', { reference: statement.reference })}
      context={
        <>
          <CopyableValue value={statement.bankAccount}>{groupDigitsByFour(statement.bankAccount)}</CopyableValue> ·{' '}
          {period}
        </>
      }
      wide={
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
      }
    >
      {currency === accountingCurrency ? (
        <StatementReconciliation statementId={statement.id} on={statement.toDate} />
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
          emptyHint={t('statement.noEntriesHint')}
        />
      </section>
    </RecordPage>
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
