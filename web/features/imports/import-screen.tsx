import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type ImportDetail, listImportedRows } from '#contract/imports.ts'
import { useFormat } from '#web/core/format.ts'
import { amountOf } from '#web/domain/amount.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { ImportPage } from './import-page.tsx'

type List = typeof listImportedRows

const useFilters = (): FilterChoices<List> => {
  const { t } = useTranslation('imports')
  return useMemo(
    () => ({
      account: { control: 'search', label: t('good.account') },
      known: { control: 'yesNo', label: t('good.known'), pinned: true },
    }),
    [t],
  )
}

const useColumns = ({ kind }: ImportDetail): readonly Column<List>[] => {
  const { t } = useTranslation('imports')
  const format = useFormat()
  return useMemo(() => {
    const ofKind: readonly Column<List>[] =
      kind === 'instructions'
        ? [
            {
              key: 'instruction',
              label: t('fields.instruction'),
              phone: 2,
              cell: (instruction) => (instruction ? t(`words.${instruction}`) : '–'),
            },
            { key: 'productName', label: t('fields.product'), cell: (name) => name ?? '–' },
            { key: 'allSigned', label: t('fields.allSigned'), cell: (signed) => (signed ? t('good.signed') : '–') },
          ]
        : [
            { key: 'bookingDate', label: t('fields.bookingDate'), phone: 2, cell: format.date },
            { key: 'valueDate', label: t('fields.valueDate'), optional: true, cell: format.date },
            { key: 'kind', label: t('fields.kind'), cell: (word) => (word ? t(`words.${word}`) : '–') },
            { key: 'description', label: t('fields.description'), cell: (text) => text ?? '–' },
            { key: 'reference', label: t('fields.reference'), optional: true, cell: (text) => text ?? '–' },
            {
              key: 'amount',
              label: t('fields.amount'),
              align: 'end',
              phone: 3,
              cell: (amount) => amountOf(format, amount ?? '0.00'),
              total: ({ amount }) => amountOf(format, amount),
            },
          ]
    return [
      { key: 'accountNumber', label: t('fields.account'), phone: 1 },
      { key: 'clientName', label: t('columns.client') },
      { key: 'clientCvl', label: t('columns.cvl'), optional: true },
      { key: 'line', label: t('columns.line'), align: 'end', cell: (line) => format.number(line) },
      ...ofKind,
      {
        key: 'known',
        label: t('columns.result'),
        cell: (known, { reversed, journalId }) =>
          known ? t('good.known') : reversed ? t('columns.reversed') : journalId ? t('good.posted') : '–',
      },
    ]
  }, [t, format, kind])
}

const hrefOf = ({ clientId, accountId }: { clientId: string; accountId: string }): string =>
  `/clientes/${clientId}/cuentas/${accountId}`

const Rows = ({ found }: { found: ImportDetail }) => {
  const { t } = useTranslation('imports')
  return (
    <ListView
      list={listImportedRows}
      params={{ importId: found.id }}
      label={t('good.title')}
      filters={useFilters()}
      columns={useColumns(found)}
      rowHref={hrefOf}
      empty={t('good.empty')}
    />
  )
}

/** An import with the rows that are good: what would be done, or was. */
export default function ImportScreen() {
  return <ImportPage part="rows">{(found) => <Rows found={found} />}</ImportPage>
}
