import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { importKinds } from '#contract/imports/fields.ts'
import { importStates, listImports } from '#contract/imports.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { createListPrefetch, createRowHref } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
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
        pinned: true,
        options: importKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      state: {
        control: 'select',
        label: t('columns.state'),
        pinned: true,
        options: importStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      from: { control: 'date', label: t('columns.from') },
      to: { control: 'date', label: t('columns.to') },
    }),
    [t],
  )
}

const useImportColumns = (): readonly Column<ImportList>[] => {
  const { t } = useTranslation('imports')
  const format = useFormatters()
  return useMemo(() => {
    const counted = (count: number | null) => (count === null ? '–' : format.number(count))
    return [
      { key: 'fileName', label: t('columns.fileName'), phone: 1, cell: (name) => <span translate="no">{name}</span> },
      { key: 'kind', label: t('columns.kindOfFile'), cell: (kind) => t(`kinds.${kind}`) },
      { key: 'state', label: t('columns.state'), phone: 2, cell: (_, row) => renderImportBadge(row, t) },
      { key: 'madeAt', label: t('columns.madeAt'), phone: 3, cell: format.dateTime },
      { key: 'makerName', label: t('columns.maker'), cell: (name) => name ?? t('columns.commandLine') },
      { key: 'rows', label: t('columns.rows'), align: 'end', cell: counted },
      { key: 'wrong', label: t('columns.wrong'), align: 'end', cell: counted },
      { key: 'known', label: t('columns.known'), align: 'end', optional: true, cell: counted },
      { key: 'fresh', label: t('columns.fresh'), align: 'end', cell: counted },
      {
        key: 'amount',
        label: t('fields.amount'),
        align: 'end',
        cell: (amount) => (amount === null ? '–' : renderAmount(format, amount)),
      },
      { key: 'sha256', label: t('columns.sha256'), optional: true },
    ]
  }, [t, format])
}

/** Asks for the rows and their count. */
export const prefetch = createListPrefetch(listImports)

const buildImportHref = createRowHref('/crm/Importar')

/** The files that were imported, or are to be, the newest first. */
export default function ImportsScreen() {
  const { t } = useTranslation('imports')
  const mayUpload = usePermission('bt_Importar', 'create')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ListScreen
        list={listImports}
        label={t('title')}
        context={(count, total) => t('count', { count, total })}
        action={mayUpload && <Button onClick={() => setAsking(true)}>{t('upload.action')}</Button>}
        filters={useImportFilters()}
        columns={useImportColumns()}
        rowHref={buildImportHref}
        empty={t('empty')}
      />
      {asking && (
        <Suspense>
          <LazyUploadImportDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
