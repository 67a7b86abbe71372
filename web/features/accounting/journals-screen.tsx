import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { listJournals } from '#contract/accounting.ts'
import { movementKinds } from '#contract/clients/client.ts'
import type texts from '#locales/es/accounting.ts'
import { useFormat } from '#web/core/format.ts'
import { useCan } from '#web/core/session.ts'
import { amountOf } from '#web/domain/amount.tsx'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { readState } from '#web/ui/list/url-state.ts'
import { askAhead } from '#web/ui/list/use-list-data.ts'
import { useListState } from '#web/ui/list/use-list-state.ts'
import { AccountingTabs, newEntryPlace, placeOf } from './accounting-tabs.tsx'
import { useLedgerChoices } from './use-ledger-choices.ts'

type List = typeof listJournals
type Source = keyof typeof texts.sources

/** Where journals come from, as far as it has a word. */
const sources: readonly Source[] = [
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
const useSourceWord = (): ((code: string) => string) => {
  const { t, i18n } = useTranslation('accounting')
  return useMemo(
    () => (code) => (i18n.exists(`accounting:sources.${code}`) ? t(`sources.${code as Source}`) : code),
    [t, i18n],
  )
}

const useFilters = (): FilterChoices<List> => {
  const { t } = useTranslation('accounting')
  const sourceWord = useSourceWord()
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
        options: sources.map((value) => ({ value, label: sourceWord(value) })),
      },
      reversal: { control: 'yesNo', label: t('journals.fields.reversal') },
    }),
    [t, sourceWord, ledgers],
  )
}

/** With one ledger account chosen, the amount is what moved on it, and its sum is its balance in that time. */
const useColumns = (): readonly Column<List>[] => {
  const { t } = useTranslation('accounting')
  const format = useFormat()
  const sourceWord = useSourceWord()
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
        cell: (amount) => amountOf(format, amount),
        total: ({ amount }) => amountOf(format, amount),
      },
    ],
    [t, format, sourceWord, onLedger],
  )
}

/** Asks for the rows and their count. */
export const ahead = ({ searchParams }: URL): void =>
  askAhead(listJournals, undefined, readState(listJournals, searchParams))

const hrefOf = ({ id }: { id: string }): string => `${placeOf.journals}/${id}`

/** Everything that was booked, the newest first. */
export default function JournalsScreen() {
  const { t } = useTranslation(['accounting', 'entries'])
  const format = useFormat()
  const mayAdd = useCan('bt_Contabilidad', 'create')
  return (
    <ListScreen
      list={listJournals}
      label={t('journals.title')}
      context={(total) => t('journals.count', { count: total, total: format.number(total) })}
      above={<AccountingTabs current="journals" />}
      action={
        mayAdd && (
          <Button component={Link} to={newEntryPlace} leftSection={<IconPlus size={16} aria-hidden />}>
            {t('entries:action')}
          </Button>
        )
      }
      filters={useFilters()}
      columns={useColumns()}
      rowHref={hrefOf}
      empty={t('journals.empty')}
    />
  )
}
