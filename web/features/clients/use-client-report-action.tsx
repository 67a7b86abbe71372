import { IconFileTypePdf } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ClientDetail } from '#contract/clients/client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { RecordAction } from '#web/ui/record-actions.tsx'

/** Comes with the first report. */
const LazyReportDialog = lazy(() => import('#web/domain/client-reports/client-report-dialog.tsx'))

/** Prepares a report of the client; nothing for whoever may not have files of them. */
export const useClientReportAction = (
  client: ClientDetail,
  onDone: (message: string) => void,
): { actions: readonly RecordAction[]; dialog: ReactNode } => {
  const { t } = useTranslation('client')
  const mayReport = usePermission('bt_Clientes', 'export')
  const [isOpen, setOpen] = useState(false)
  const report: RecordAction = {
    key: 'report',
    label: t('client.report'),
    icon: <IconFileTypePdf size={16} aria-hidden />,
    onClick: () => setOpen(true),
  }
  return {
    actions: mayReport ? [report] : [],
    dialog: (
      <Suspense>
        {isOpen && <LazyReportDialog client={client} onDone={onDone} onClose={() => setOpen(false)} />}
      </Suspense>
    ),
  }
}
