import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type ImportDetail, listImportedRows } from '#contract/imports.ts'
import { useFormatters } from '#web/core/format.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { ImportPage } from './import-page.tsx'

type ImportedRowList = typeof listImportedRows

const useImportedRowFilters = (): FilterChoices<ImportedRowList> => {
  const { t } = useTranslation('imports')
  return useMemo(
    () => ({
      account: { control: 'search', label: t('good.account') },
      known: { control: 'yesNo', label: t('good.known'), pinned: true },
    }),
    [t],
  )
}

const useImportedRowColumns = ({ kind }: ImportDetail): readonly Column<ImportedRowList>[] => {
  const { t } = useTranslation('imports')
  const format = useFormatters()
  return useMemo(() => {
    const ofKind: readonly Column<ImportedRowList>[] =
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
              cell: (amount) => renderAmount(format, amount ?? '0.00'),
              total: ({ amount }) => renderAmount(format, amount),
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

const buildAccountHref = ({ clientId, accountId }: { clientId: string; accountId: string }): string =>
  `/clientes/${clientId}/cuentas/${accountId}`

const ImportedRows = ({ found: importDetail }: { found: ImportDetail }) => {
  const { t } = useTranslation('imports')
  return (
    <ListView
      list={listImportedRows}
      params={{ importId: importDetail.id }}
      label={t('good.title')}
      filters={useImportedRowFilters()}
      columns={useImportedRowColumns(importDetail)}
      rowHref={buildAccountHref}
      empty={t('good.empty')}
    />
  )
}

/** An import with the rows that are good: what would be done, or was. */
export default function ImportScreen() {
  return <ImportPage part="rows">{(importDetail) => <ImportedRows found={importDetail} />}</ImportPage>
}
