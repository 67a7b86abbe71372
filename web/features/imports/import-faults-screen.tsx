import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { importFields } from '#contract/imports/fields.ts'
import { type ImportDetail, importFaults, listImportFaults } from '#contract/imports.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
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
        alwaysShown: true,
        options: importFaults.map((value) => ({ value, label: t(`faults.${value}`) })),
      },
    }),
    [t],
  )
}

const useImportFaultColumns = ({ kind }: ImportDetail) => {
  const { t } = useTranslation('imports')
  return useListColumns(
    listImportFaults,
    useMemo(
      (): ScreenColumns<ImportFaultList> => [
        { key: 'line', phone: 1 },
        {
          key: 'field',
          phone: 2,
          cell: (code) => {
            const field = importFields[kind].find(({ key }) => key === code)
            return field ? t(`fields.${field.key}`) : '–'
          },
        },
        { key: 'fault', phone: 3, cell: (fault) => <span className={classes.wrap}>{t(`faults.${fault}`)}</span> },
        'value',
      ],
      [t, kind],
    ),
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
      emptyHint={t('faulty.emptyHint')}
    />
  )
}

/** An import with the rows that are wrong, to be looked through or downloaded. */
export default function ImportFaultsScreen() {
  return <ImportPage part="faults">{(importDetail) => <ImportFaults found={importDetail} />}</ImportPage>
}
