import { useState } from 'react'
import { moveMeeting } from '#contract/meetings.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { formatLocalTime } from '#web/domain/meetings/meeting-times.ts'
import type { ResultMessages } from '#web/ui/use-result-message.ts'
import type { AgendaMeeting, Move, Times } from './calendar-entries.ts'

const send = (meetingId: string, version: number, { startsAt, endsAt }: Times) =>
  callEndpoint(moveMeeting, { params: { meetingId }, body: { version, startsAt, endsAt } }, { refreshOnRefusal: true })

/** Moves of meetings: shown at once, taken back when they are refused, and undone from the message. */
export const useMeetingMoves = (messages: ResultMessages) => {
  const { t } = useTranslation('meetings')
  const format = useFormatters()
  const [moves, setMoves] = useState<ReadonlyMap<string, Move>>(new Map())
  const show = (id: string, change: Move | undefined): void =>
    setMoves((before) => {
      const after = new Map(before)
      if (change) after.set(id, change)
      else after.delete(id)
      return after
    })
  /** One key is pressed after another: each move waits for the one before, and names the version that it left. */
  const [waiting] = useState(() => new Map<string, Promise<number>>())
  /** Gives the version that the meeting has then. */
  const sendMove = async (id: string, version: number, times: Times): Promise<number> => {
    show(id, { times, version: null })
    const latest = (waiting.get(id) ?? Promise.resolve(version)).catch(() => version)
    const sent = latest.then(async (seen) => (await send(id, Math.max(seen, version), times)).version)
    waiting.set(id, sent)
    try {
      const moved = await sent
      if (waiting.get(id) === sent) show(id, { times, version: moved })
      return moved
    } catch (error) {
      if (waiting.get(id) === sent) show(id, undefined)
      throw error
    } finally {
      if (waiting.get(id) === sent) waiting.delete(id)
    }
  }
  const move = async (meeting: AgendaMeeting, times: Times): Promise<void> => {
    const before = { startsAt: meeting.startsAt, endsAt: meeting.endsAt }
    try {
      const version = await sendMove(meeting.id, meeting.version, times)
      messages.show({
        // What is dragged is one meeting; its dialog moves several of a series.
        text: t(meeting.seriesId === null ? 'move.done' : 'move.doneAlone', {
          when: formatLocalTime(format, times.startsAt),
        }),
        undo: async () => {
          await sendMove(meeting.id, version, before)
          return t('move.undone')
        },
      })
    } catch (error) {
      messages.showFailure(error)
    }
  }
  return { moves, move }
}
