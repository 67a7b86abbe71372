import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { listJournals } from '#contract/accounting.ts'
import { movementKinds } from '#contract/clients/client.ts'
import type texts from '#locales/es/accounting.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { prefetchListAddress } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
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
        alwaysShown: true,
        options: movementKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      ledger: {
        control: 'select',
        label: t('journals.fields.ledger'),
        alwaysShown: true,
        options: ledgers,
      },
      from: {
        control: 'dateRange',
        to: 'to',
        endLabels: [t('journals.fields.from'), t('journals.fields.to')],
        alwaysShown: true,
      },
      to: { control: 'rangeEnd' },
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
const useJournalColumns = () => {
  const { t } = useTranslation('accounting')
  const sourceWord = useJournalSourceText()
  const [{ filters }] = useListState(listJournals)
  const onLedger = Boolean(filters.ledger)
  return useListColumns(
    listJournals,
    useMemo(
      (): ScreenColumns<JournalList> => [
        { key: 'bookingDate', phone: 2 },
        'valueDate',
        { key: 'id', optional: true },
        {
          key: 'kind',
          phone: 1,
          cell: (kind, { correction }) =>
            correction ? `${t(`kinds.${kind}`)} · ${t(`corrections.${correction}`)}` : t(`kinds.${kind}`),
        },
        'accountNumber',
        'clientName',
        'description',
        { key: 'source', cell: sourceWord },
        { key: 'byName', optional: true, cell: (name) => name ?? t('journals.automatic') },
        {
          key: 'amount',
          label: t(onLedger ? 'journals.onLedger' : 'journals.fields.amount'),
          phone: 3,
          // What journals of all kinds add up to is no figure of anything.
          ...(!onLedger && { isSummed: false as const }),
        },
      ],
      [t, sourceWord, onLedger],
    ),
  )
}

/** Asks for the rows and their count. */
export const prefetch = ({ searchParams }: URL): void => prefetchListAddress(listJournals, searchParams)

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
      contentAbove={<AccountingTabs current="journals" />}
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
      emptyHint={t('journals.emptyHint')}
    />
  )
}
