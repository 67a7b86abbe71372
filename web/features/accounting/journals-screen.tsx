import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { listJournals } from '#contract/accounting.ts'
import { movementKinds } from '#contract/clients/client.ts'
import type texts from '#locales/es/accounting.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { readListState } from '#web/ui/list/list-url-state.ts'
import { prefetchList } from '#web/ui/list/use-list-data.ts'
import { useListState } from '#web/ui/list/use-list-state.ts'
import { AccountingTabs, accountingPaths, newEntryPath } from './accounting-tabs.tsx'
import { useLedgerChoices } from './use-ledger-choices.ts'

type JournalList = typeof listJournals
type JournalSource = keyof typeof texts.sources

/** Where journals come from, as far as it has a word. */
const journalSources: readonly JournalSource[] = [
  ...([
    'manual',
    'entry',
    'tax',
    'statement',
    'payment',
    'interest',
    'maturity',
    'cancellation',
    'reversal',
    'seed',
  ] as const),
]

/** What a source is called; one without a word stays as it is. */
const useJournalSourceText = (): ((code: string) => string) => {
  const { t, i18n } = useTranslation('accounting')
  return useMemo(
    () => (code) => (i18n.exists(`accounting:sources.${code}`) ? t(`sources.${code as JournalSource}`) : code),
    [t, i18n],
  )
}

const useJournalFilters = (): FilterChoices<JournalList> => {
  const { t } = useTranslation('accounting')
  const sourceWord = useJournalSourceText()
  const ledgers = useLedgerChoices(true)
  return useMemo(
    () => ({
      search: { control: 'search', label: t('journals.search') },
      kind: {
        control: 'select',
        label: t('journals.fields.kind'),
        pinned: true,
        options: movementKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      ledger: {
        control: 'select',
        label: t('journals.fields.ledger'),
        pinned: true,
        options: ledgers,
      },
      from: { control: 'date', label: t('journals.fields.from'), pinned: true },
      to: { control: 'date', label: t('journals.fields.to'), pinned: true },
      amountFrom: { control: 'text', label: t('journals.fields.amountFrom') },
      amountTo: { control: 'text', label: t('journals.fields.amountTo') },
      account: { control: 'text', label: t('journals.fields.account') },
      source: {
        control: 'select',
        label: t('journals.fields.source'),
        options: journalSources.map((value) => ({ value, label: sourceWord(value) })),
      },
      reversal: { control: 'yesNo', label: t('journals.fields.reversal') },
    }),
    [t, sourceWord, ledgers],
  )
}

/** With one ledger account chosen, the amount is what moved on it, and its sum is its balance in that time. */
const useJournalColumns = (): readonly Column<JournalList>[] => {
  const { t } = useTranslation('accounting')
  const format = useFormatters()
  const sourceWord = useJournalSourceText()
  const [{ filters }] = useListState(listJournals)
  const onLedger = Boolean(filters.ledger)
  return useMemo(
    () => [
      { key: 'bookingDate', label: t('journals.fields.bookingDate'), phone: 2, cell: format.date },
      { key: 'valueDate', label: t('journals.fields.valueDate'), cell: format.date },
      { key: 'id', label: t('journals.fields.id'), optional: true },
      {
        key: 'kind',
        label: t('journals.fields.kind'),
        phone: 1,
        cell: (kind, { correction }) =>
          correction ? `${t(`kinds.${kind}`)} · ${t(`corrections.${correction}`)}` : t(`kinds.${kind}`),
      },
      { key: 'accountNumber', label: t('journals.fields.account') },
      { key: 'clientName', label: t('journals.fields.client') },
      { key: 'description', label: t('journals.fields.description') },
      { key: 'source', label: t('journals.fields.source'), cell: sourceWord },
      {
        key: 'byName',
        label: t('journals.fields.by'),
        optional: true,
        cell: (name) => name ?? t('journals.automatic'),
      },
      {
        key: 'amount',
        label: t(onLedger ? 'journals.onLedger' : 'journals.fields.amount'),
        align: 'end',
        phone: 3,
        cell: (amount) => renderAmount(format, amount),
        total: ({ amount }) => renderAmount(format, amount),
      },
    ],
    [t, format, sourceWord, onLedger],
  )
}

/** Asks for the rows and their count. */
export const prefetch = ({ searchParams }: URL): void =>
  prefetchList(listJournals, undefined, readListState(listJournals, searchParams))

const buildJournalHref = ({ id }: { id: string }): string => `${accountingPaths.journals}/${id}`

/** Everything that was booked, the newest first. */
export default function JournalsScreen() {
  const { t } = useTranslation(['accounting', 'entries'])
  const format = useFormatters()
  const mayAdd = usePermission('bt_Contabilidad', 'create')
  return (
    <ListScreen
      list={listJournals}
      label={t('journals.title')}
      context={(total) => t('journals.count', { count: total, total: format.number(total) })}
      above={<AccountingTabs current="journals" />}
      action={
        mayAdd && (
          <Button component={Link} to={newEntryPath} leftSection={<IconPlus size={16} aria-hidden />}>
            {t('entries:action')}
          </Button>
        )
      }
      filters={useJournalFilters()}
      columns={useJournalColumns()}
      rowHref={buildJournalHref}
      empty={t('journals.empty')}
    />
  )
}
