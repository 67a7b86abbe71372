import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { importKinds } from '#contract/imports/fields.ts'
import { importStates, listImports } from '#contract/imports.ts'
import { useFormat } from '#web/core/format.ts'
import { useCan } from '#web/core/session.ts'
import { amountOf } from '#web/domain/amount.tsx'
import { aheadOf, hrefUnder } from '#web/ui/list/list-page.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { importBadge } from './state-badge.tsx'

const UploadDialog = lazy(() => import('./upload-dialog.tsx'))

type List = typeof listImports

const useFilters = (): FilterChoices<List> => {
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

const useColumns = (): readonly Column<List>[] => {
  const { t } = useTranslation('imports')
  const format = useFormat()
  return useMemo(() => {
    const counted = (count: number | null) => (count === null ? '–' : format.number(count))
    return [
      { key: 'fileName', label: t('columns.fileName'), phone: 1, cell: (name) => <span translate="no">{name}</span> },
      { key: 'kind', label: t('columns.kindOfFile'), cell: (kind) => t(`kinds.${kind}`) },
      { key: 'state', label: t('columns.state'), phone: 2, cell: (_, row) => importBadge(row, t) },
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
        cell: (amount) => (amount === null ? '–' : amountOf(format, amount)),
      },
      { key: 'sha256', label: t('columns.sha256'), optional: true },
    ]
  }, [t, format])
}

/** Asks for the rows and their count. */
export const ahead = aheadOf(listImports)

const hrefOf = hrefUnder('/crm/Importar')

/** The files that were imported, or are to be, the newest first. */
export default function ImportsScreen() {
  const { t } = useTranslation('imports')
  const mayUpload = useCan('bt_Importar', 'create')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ListScreen
        list={listImports}
        label={t('title')}
        context={(count, total) => t('count', { count, total })}
        action={mayUpload && <Button onClick={() => setAsking(true)}>{t('upload.action')}</Button>}
        filters={useFilters()}
        columns={useColumns()}
        rowHref={hrefOf}
        empty={t('empty')}
      />
      {asking && (
        <Suspense>
          <UploadDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
