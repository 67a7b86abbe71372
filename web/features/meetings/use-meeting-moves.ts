import { useState } from 'react'
import { moveMeeting } from '#contract/meetings.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { formatLocalTime } from '#web/domain/meetings/meeting-times.ts'
import type { ResultMessages } from '#web/ui/use-result-message.ts'
import type { AgendaMeeting, Times } from './calendar-entries.ts'

const send = (meetingId: string, version: number, { startsAt, endsAt }: Times) =>
  callEndpoint(moveMeeting, { params: { meetingId }, body: { version, startsAt, endsAt } }, { refreshOnRefusal: true })

/** Moves of meetings: shown at once, taken back when they are refused, and undone from the message. */
export const useMeetingMoves = (messages: ResultMessages) => {
  const { t } = useTranslation('meetings')
  const format = useFormatters()
  const [moves, setMoves] = useState<ReadonlyMap<string, Times>>(new Map())
  /** Versions that the calendar hasn't read yet: one key is pressed after another. */
  const [versions] = useState(() => new Map<string, number>())
  const show = (id: string, times: Times | null): void =>
    setMoves((before) => {
      const after = new Map(before)
      if (times) after.set(id, times)
      else after.delete(id)
      return after
    })
  const sendMove = async ({ id, version }: AgendaMeeting, times: Times): Promise<void> => {
    show(id, times)
    try {
      const moved = await send(id, Math.max(version, versions.get(id) ?? 0), times)
      versions.set(id, moved.version)
    } finally {
      show(id, null)
    }
  }
  const move = async (meeting: AgendaMeeting, times: Times): Promise<void> => {
    const before = { startsAt: meeting.startsAt, endsAt: meeting.endsAt }
    try {
      await sendMove(meeting, times)
      messages.show({
        text: t('move.done', { when: formatLocalTime(format, times.startsAt) }),
        undo: async () => {
          await sendMove(meeting, before)
          return t('move.undone')
        },
      })
    } catch (error) {
      messages.showFailure(error)
    }
  }
  return { moves, move }
}
