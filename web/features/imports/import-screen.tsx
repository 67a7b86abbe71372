import { useMemo } from 'react'
import { listImportedRows } from '#contract/imports/rows.ts'
import type { ImportDetail } from '#contract/imports.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { ImportPage } from './import-page.tsx'
import { ImportedRecords } from './imported-records.tsx'
import { recordKinds } from './record-kinds.ts'

type ImportedRowList = typeof listImportedRows

const useImportedRowFilters = (): FilterChoices<ImportedRowList> => {
  const { t } = useTranslation('imports')
  return useMemo(
    () => ({
      account: { control: 'search', label: t('good.account') },
      known: { control: 'yesNo', label: t('good.known'), alwaysShown: true },
    }),
    [t],
  )
}

const useImportedRowColumns = ({ kind }: ImportDetail) => {
  const { t } = useTranslation('imports')
  return useListColumns(
    listImportedRows,
    useMemo((): ScreenColumns<ImportedRowList> => {
      const ofKind: ScreenColumns<ImportedRowList> =
        kind === 'instructions'
          ? [
              { key: 'instruction', phone: 2 },
              'productName',
              { key: 'allSigned', cell: (signed) => (signed ? t('good.signed') : '–') },
            ]
          : [
              { key: 'bookingDate', phone: 2 },
              { key: 'valueDate', optional: true },
              'kind',
              'description',
              { key: 'reference', optional: true },
              { key: 'amount', phone: 3 },
            ]
      return [
        { key: 'accountNumber', phone: 1 },
        'clientName',
        { key: 'clientCvl', optional: true },
        'line',
        ...ofKind,
        {
          key: 'known',
          label: t('columns.result'),
          cell: (known, { reversed, journalId }) =>
            known ? t('good.known') : reversed ? t('columns.reversed') : journalId ? t('good.posted') : '–',
        },
      ]
    }, [t, kind]),
  )
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
      emptyHint={t('good.emptyHint')}
    />
  )
}

/** An import with the rows that are good: what would be done, or was. */
export default function ImportScreen() {
  return (
    <ImportPage part="rows">
      {(importDetail) =>
        recordKinds.includes(importDetail.kind) ? (
          <ImportedRecords found={importDetail} />
        ) : (
          <ImportedRows found={importDetail} />
        )
      }
    </ImportPage>
  )
}
