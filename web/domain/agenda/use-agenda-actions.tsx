import { IconCalendarPlus, IconCalendarStar, IconListCheck, IconPhone } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { MeetingStart } from '#web/domain/meetings/meeting-form-values.ts'
import type { RecordAction } from '#web/ui/record-actions.tsx'
import type { AgendaPerson } from './agenda-person.ts'

const LazyCallDialog = lazy(() => import('#web/domain/calls/call-dialog.tsx'))
const LazyMeetingDialog = lazy(() => import('#web/domain/meetings/meeting-dialog.tsx'))
const LazyFollowUpDialog = lazy(() => import('#web/domain/follow-ups/follow-up-dialog.tsx'))

/** What of the agenda begins with the person of a page, for whoever may. The screen loads the texts 'calls', 'follow-ups' and 'meetings'. */
export const useAgendaActions = (
  person: AgendaPerson,
  onDone: (text: string) => void,
  { hasFirstReview = false }: { hasFirstReview?: boolean } = {},
): { actions: RecordAction[]; dialog: ReactNode } => {
  const { t } = useTranslation(['calls', 'follow-ups', 'meetings'])
  const mayCreate = usePermission('bt_AgendaComercial', 'create')
  const [open, setOpen] = useState<'call' | 'followUp' | 'meeting' | 'r1' | null>(null)
  if (!mayCreate) return { actions: [], dialog: null }
  const firstReview: MeetingStart = { stage: 'r1', subject: t('meetings:add.r1Subject', { name: person.name }) }
  const shared = { person, onDone, onClose: () => setOpen(null) }
  return {
    actions: [
      ...(hasFirstReview
        ? [
            {
              key: 'createR1',
              label: t('meetings:add.r1'),
              icon: <IconCalendarStar size={16} aria-hidden />,
              onClick: () => setOpen('r1'),
            },
          ]
        : []),
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
      {
        key: 'addMeeting',
        label: t('meetings:add.action'),
        icon: <IconCalendarPlus size={16} aria-hidden />,
        onClick: () => setOpen('meeting'),
      },
    ],
    dialog: open && (
      <Suspense>
        {open === 'call' ? (
          <LazyCallDialog {...shared} onNext={setOpen} />
        ) : open === 'followUp' ? (
          <LazyFollowUpDialog {...shared} />
        ) : (
          <LazyMeetingDialog {...shared} {...(open === 'r1' && { start: firstReview })} />
        )}
      </Suspense>
    ),
  }
}
