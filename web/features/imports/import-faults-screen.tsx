import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { importFields } from '#contract/imports/fields.ts'
import { type ImportDetail, importFaults, listImportFaults } from '#contract/imports.ts'
import { useFormatters } from '#web/core/format.ts'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { ImportPage } from './import-page.tsx'
import classes from './imports.module.css'

type ImportFaultList = typeof listImportFaults

const useImportFaultFilters = (): FilterChoices<ImportFaultList> => {
  const { t } = useTranslation('imports')
  return useMemo(
    () => ({
      fault: {
        control: 'select',
        label: t('faulty.fault'),
        pinned: true,
        options: importFaults.map((value) => ({ value, label: t(`faults.${value}`) })),
      },
    }),
    [t],
  )
}

const useImportFaultColumns = ({ kind }: ImportDetail): readonly Column<ImportFaultList>[] => {
  const { t } = useTranslation('imports')
  const format = useFormatters()
  return useMemo(
    () => [
      { key: 'line', label: t('columns.line'), align: 'end', phone: 1, cell: (line) => format.number(line) },
      {
        key: 'field',
        label: t('columns.field'),
        phone: 2,
        cell: (code) => {
          const field = importFields[kind].find(({ key }) => key === code)
          return field ? t(`fields.${field.key}`) : '–'
        },
      },
      {
        key: 'fault',
        label: t('columns.fault'),
        phone: 3,
        cell: (fault) => <span className={classes.wrap}>{t(`faults.${fault}`)}</span>,
      },
      { key: 'value', label: t('columns.value'), cell: (value) => value || '–' },
    ],
    [t, format, kind],
  )
}

const ImportFaults = ({ found: importDetail }: { found: ImportDetail }) => {
  const { t } = useTranslation('imports')
  return (
    <ListView
      list={listImportFaults}
      params={{ importId: importDetail.id }}
      label={t('faulty.title')}
      filters={useImportFaultFilters()}
      columns={useImportFaultColumns(importDetail)}
      empty={t('faulty.empty')}
    />
  )
}

/** An import with the rows that are wrong, to be looked through or downloaded. */
export default function ImportFaultsScreen() {
  return <ImportPage part="faults">{(importDetail) => <ImportFaults found={importDetail} />}</ImportPage>
}
