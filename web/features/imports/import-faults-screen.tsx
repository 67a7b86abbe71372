import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useMemo } from 'react'
import { importFields } from '#contract/imports/fields.ts'
import { getImportFaultSheet } from '#contract/imports/records.ts'
import { importFaults, listImportFaults } from '#contract/imports/rows.ts'
import type { ImportDetail } from '#contract/imports.ts'
import { usePermission } from '#web/core/session.ts'
import type { Translate } from '#web/core/use-translation.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import layoutClasses from '#web/ui/layout.module.css'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { ImportPage } from './import-page.tsx'
import classes from './imports.module.css'

type ImportFaultList = typeof listImportFaults

const dependents = [
  'account',
  'account_holder',
  'approval',
  'call',
  'client_staff',
  'external_position',
  'follow_up',
  'handover_client',
  'journal',
  'meeting',
  'meeting_attendee',
  'payment_order',
  'record_attachment',
  'record_comment',
  'record_tag',
] as const

/** What hangs on a record, by the table that refers to it; of those without a word of their own the fault says enough. */
const describeDependent = (table: string, t: Translate<'imports'>): string => {
  const known = dependents.find((one) => one === table)
  return known ? t(`dependents.${known}`) : '–'
}

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
        {
          key: 'value',
          cell: (value, { fault }) => (fault === 'hangs' && value ? describeDependent(value, t) : value),
        },
      ],
      [t, kind],
    ),
  )
}

const ImportFaults = ({ found: importDetail }: { found: ImportDetail }) => {
  const { t } = useTranslation('imports')
  const mayExport = usePermission('bt_Importar', 'export')
  const { id, hasFile, wrong } = importDetail
  return (
    <div className={layoutClasses.stack}>
      {mayExport && hasFile && (wrong ?? 0) > 0 && (
        <div className={layoutClasses.looseLine}>
          <Button
            variant="default"
            leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
            onClick={() =>
              startExport(getImportFaultSheet, { params: { importId: id } }, `${t('faulty.title')} ${id}.xlsx`)
            }
          >
            {t('faulty.download')}
          </Button>
        </div>
      )}
      <ListView
        list={listImportFaults}
        params={{ importId: id }}
        label={t('faulty.title')}
        filters={useImportFaultFilters()}
        columns={useImportFaultColumns(importDetail)}
        empty={t('faulty.empty')}
        emptyHint={t('faulty.emptyHint')}
      />
    </div>
  )
}

/** An import with the rows that are wrong, to be looked through or downloaded. */
export default function ImportFaultsScreen() {
  return <ImportPage part="faults">{(importDetail) => <ImportFaults found={importDetail} />}</ImportPage>
}
