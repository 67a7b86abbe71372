import { IconListCheck, IconPhone } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { RecordAction } from '#web/ui/record-actions.tsx'
import type { AgendaPerson } from './agenda-person.ts'

const LazyCallDialog = lazy(() => import('#web/domain/calls/call-dialog.tsx'))
const LazyFollowUpDialog = lazy(() => import('#web/domain/follow-ups/follow-up-dialog.tsx'))

/** What of the agenda begins with the person of a page, for whoever may. The screen loads the texts 'calls' and 'follow-ups'. */
export const useAgendaActions = (
  person: AgendaPerson,
  onDone: (text: string) => void,
): { actions: RecordAction[]; dialog: ReactNode } => {
  const { t } = useTranslation(['calls', 'follow-ups'])
  const mayCreate = usePermission('bt_AgendaComercial', 'create')
  const [open, setOpen] = useState<'call' | 'followUp' | null>(null)
  if (!mayCreate) return { actions: [], dialog: null }
  const OpenDialog = open === 'call' ? LazyCallDialog : LazyFollowUpDialog
  return {
    actions: [
      {
        key: 'logCall',
        label: t('calls:log.action'),
        icon: <IconPhone size={16} aria-hidden />,
        onClick: () => setOpen('call'),
      },
      {
        key: 'addFollowUp',
        label: t('follow-ups:add.action'),
        icon: <IconListCheck size={16} aria-hidden />,
        onClick: () => setOpen('followUp'),
      },
    ],
    dialog: open && (
      <Suspense>
        <OpenDialog person={person} onDone={onDone} onClose={() => setOpen(null)} />
      </Suspense>
    ),
  }
}
