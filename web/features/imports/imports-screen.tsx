import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import { importKinds } from '#contract/imports/fields.ts'
import { importStates, listImports } from '#contract/imports.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { useHashDialog } from '#web/ui/use-hash-dialog.ts'
import { renderImportBadge } from './import-badge.tsx'

const LazyUploadImportDialog = lazy(() => import('./upload-import-dialog.tsx'))

type ImportList = typeof listImports

const useImportFilters = (): FilterChoices<ImportList> => {
  const { t } = useTranslation('imports')
  return useMemo(
    () => ({
      kind: {
        control: 'select',
        label: t('columns.kindOfFile'),
        alwaysShown: true,
        options: importKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      state: {
        control: 'select',
        label: t('columns.state'),
        alwaysShown: true,
        options: importStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      from: { control: 'dateRange', to: 'to', endLabels: [t('columns.from'), t('columns.to')] },
      to: { control: 'rangeEnd' },
    }),
    [t],
  )
}

const useImportColumns = () => {
  const { t } = useTranslation('imports')
  return useListColumns(
    listImports,
    useMemo(
      (): ScreenColumns<ImportList> => [
        { key: 'fileName', phone: 1, cell: (name) => <span translate="no">{name}</span> },
        'kind',
        { key: 'state', phone: 2, cell: (_, row) => renderImportBadge(row, t) },
        { key: 'madeAt', phone: 3 },
        { key: 'makerName', cell: (name) => name ?? t('columns.commandLine') },
        'rows',
        'wrong',
        { key: 'known', optional: true },
        'fresh',
        'amount',
        { key: 'sha256', optional: true },
      ],
      [t],
    ),
  )
}

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listImports)

const buildImportHref = createRowHref('/crm/Importar')

/** The files that were imported, or are to be, the newest first. */
export default function ImportsScreen() {
  const { t } = useTranslation(['imports', 'import-steps'])
  const mayUpload = usePermission('bt_Importar', 'create')
  const [isUploading, setUploading] = useHashDialog('subir')
  return (
    <>
      <ListScreen
        list={listImports}
        label={t('title')}
        context={(count, total) => t('count', { count, total })}
        canStartFromEmpty
        action={mayUpload && <Button onClick={() => setUploading(true)}>{t('import-steps:upload.action')}</Button>}
        filters={useImportFilters()}
        columns={useImportColumns()}
        rowHref={buildImportHref}
        empty={t('empty')}
        emptyHint={t('emptyHint')}
      />
      {isUploading && mayUpload && (
        <Suspense>
          <LazyUploadImportDialog onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </>
  )
}
