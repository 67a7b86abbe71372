import { Button } from '@mantine/core'
import {
  IconArrowsExchange,
  IconCalendarCheck,
  IconDownload,
  IconFileTypePdf,
  IconMailForward,
  IconTag,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type * as selections from '#contract/clients/client-selection.ts'
import { exportSelectedClients } from '#contract/clients/selection.ts'
import { listClients } from '#contract/clients.ts'
import { maxBulkSelection } from '#contract/core/bulk.ts'
import { usePermissionCheck, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type HandoverClientSelection, newHandoverPath } from '#web/domain/handover-choice.ts'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { readListState } from '#web/ui/list/list-url-state.ts'
import type { SelectedRows } from '#web/ui/list/use-selection.ts'
import type { BulkClientAction } from './client-bulk-dialog.tsx'
import { MergeSelectedButton } from './merge-selected-button.tsx'

/** Comes with the first reports. */
const LazyReportsDialog = lazy(() => import('#web/domain/client-reports/client-reports-dialog.tsx'))

/** Comes with the first action. */
const LazyClientBulkDialog = lazy(() => import('./client-bulk-dialog.tsx'))

/**
 * What can be done with the clients that are chosen. All that match go by the filter itself: what it holds was held against the contract when it
 * was read.
 */
export default function ClientSelection({ selected, count }: { selected: SelectedRows; count: number }) {
  const { t } = useTranslation(['clients', 'consents'])
  const [isReporting, setReporting] = useState(false)
  const navigate = useNavigate()
  const may = usePermissionCheck()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const [params] = useSearchParams()
  const [open, setOpen] = useState<BulkClientAction | null>(null)
  const { filters, sort, direction } = readListState(listClients, params)
  const choice = (
    selected.matching ? { by: 'filter', filter: filters } : { by: 'clients', clientIds: [...selected.ids] }
  ) as selections.ClientSelection
  const exportRows = (): void =>
    startExport(
      exportSelectedClients,
      {
        query: { format: 'xlsx', sort: sort as (typeof listClients.sortable)[number], direction },
        body: { clientIds: [...selected.ids] },
      },
      `${t('title')} ${today}.xlsx`,
    )
  const areTooMany = count > maxBulkSelection
  const mayWork = may('bt_Clientes', 'edit') || may('bt_Clientes', 'approve')
  return (
    <>
      {may('bt_Traspasos', 'create') && (
        <Button
          size="xs"
          leftSection={<IconArrowsExchange size={16} aria-hidden />}
          onClick={() => {
            const handover: HandoverClientSelection = { choice, total: count }
            void navigate(newHandoverPath, { state: { handover } })
          }}
        >
          {t('handOver')}
        </Button>
      )}
      {may('bt_Clientes', 'export') && (
        <Button
          size="xs"
          variant="default"
          disabled={areTooMany}
          leftSection={<IconFileTypePdf size={16} aria-hidden />}
          onClick={() => setReporting(true)}
        >
          {t('reports')}
        </Button>
      )}
      {may('bt_Clientes', 'edit') && (
        <Button
          size="xs"
          variant="default"
          disabled={areTooMany}
          leftSection={<IconCalendarCheck size={16} aria-hidden />}
          onClick={() => setOpen('review')}
        >
          {t('bulk.review')}
        </Button>
      )}
      {may('bt_Clientes', 'edit') && (
        <Button
          size="xs"
          variant="default"
          disabled={areTooMany}
          leftSection={<IconMailForward size={16} aria-hidden />}
          onClick={() => setOpen('consents')}
        >
          {t('consents:send.action')}
        </Button>
      )}
      {mayWork && (
        <Button
          size="xs"
          variant="default"
          disabled={areTooMany}
          leftSection={<IconTag size={16} aria-hidden />}
          onClick={() => setOpen('tags')}
        >
          {t('bulk.tags')}
        </Button>
      )}
      {may('bt_Clientes', 'export') && !selected.matching && (
        <Button
          size="xs"
          variant="default"
          disabled={areTooMany}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={exportRows}
        >
          {t('bulk.export')}
        </Button>
      )}
      <MergeSelectedButton selected={selected} />
      <Suspense>
        {isReporting && <LazyReportsDialog selection={choice} count={count} onClose={() => setReporting(false)} />}
        {open && <LazyClientBulkDialog action={open} choice={choice} count={count} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}
