import { IconPhone } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { RecordAction } from '#web/ui/record-actions.tsx'
import type { CalledPerson } from './call-dialog.tsx'

const LazyCallDialog = lazy(() => import('./call-dialog.tsx'))

/** Logging a call to the person of a page, for whoever may. The screen loads the texts 'calls'. */
export const useLogCall = (
  person: CalledPerson,
  onDone: (text: string) => void,
): { actions: RecordAction[]; dialog: ReactNode } => {
  const { t } = useTranslation('calls')
  const mayLog = usePermission('bt_AgendaComercial', 'create')
  const [isOpen, setOpen] = useState(false)
  if (!mayLog) return { actions: [], dialog: null }
  return {
    actions: [
      {
        key: 'logCall',
        label: t('log.action'),
        icon: <IconPhone size={16} aria-hidden />,
        onClick: () => setOpen(true),
      },
    ],
    dialog: isOpen && (
      <Suspense>
        <LazyCallDialog person={person} onDone={onDone} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
