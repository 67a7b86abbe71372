import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { SeriesScope } from '#contract/meetings/words.ts'
import { moveMeeting, type OtherMeeting } from '#contract/meetings.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { formatLocalTime } from '#web/domain/meetings/meeting-times.ts'
import type { ResultMessages } from '#web/ui/use-result-message.ts'
import type { AgendaMeeting, Move, Times } from './calendar-entries.ts'

const LazyMoveDialog = lazy(() => import('./move-dialog.tsx'))

type MovedMeeting = { version: number; others: OtherMeeting[] }
/** Which others of a series go along: by the scope, or each to where it was. */
type Along = { scope: SeriesScope } | { others: OtherMeeting[] }

const send = (meetingId: string, version: number, { startsAt, endsAt }: Times, along: Along): Promise<MovedMeeting> =>
  callEndpoint(
    moveMeeting,
    { params: { meetingId }, body: { version, startsAt, endsAt, ...along } },
    { refreshOnRefusal: true },
  )

const alone: Along = { scope: 'this' }

/** Moves that are shown before they are answered, each after the one before it. */
const useSentMoves = () => {
  const [moves, setMoves] = useState<ReadonlyMap<string, Move>>(new Map())
  const show = (id: string, change: Move | undefined): void =>
    setMoves((before) => {
      const after = new Map(before)
      if (change) after.set(id, change)
      else after.delete(id)
      return after
    })
  /** One key is pressed after another: each move waits for the one before, and names the version that it left. */
  const [waiting] = useState(() => new Map<string, Promise<MovedMeeting>>())
  const sendMove = async (id: string, version: number, times: Times, along: Along): Promise<MovedMeeting> => {
    show(id, { times, version: null })
    const before = { version, others: [] }
    const latest = (waiting.get(id) ?? Promise.resolve(before)).catch(() => before)
    const sent = latest.then((seen) => send(id, Math.max(seen.version, version), times, along))
    waiting.set(id, sent)
    try {
      const moved = await sent
      if (waiting.get(id) === sent) show(id, { times, version: moved.version })
      return moved
    } catch (error) {
      if (waiting.get(id) === sent) show(id, undefined)
      throw error
    } finally {
      if (waiting.get(id) === sent) waiting.delete(id)
    }
  }
  return { moves, sendMove }
}

type MovableMeeting = Pick<AgendaMeeting, 'id' | 'version' | 'seriesId' | 'subject' | 'startsAt' | 'endsAt'>

/**
 * Moves of meetings: shown at once, taken back when they are refused, and undone from the message. Of a series the dialog asks which go along; undone,
 * each is where it was.
 */
export const useMeetingMoves = (
  messages: ResultMessages,
): {
  moves: ReadonlyMap<string, Move>
  move: (meeting: MovableMeeting, times: Times) => void
  dialog: ReactNode
} => {
  const { t } = useTranslation('meetings')
  const format = useFormatters()
  const { moves, sendMove } = useSentMoves()
  const [requested, setRequested] = useState<{ meeting: MovableMeeting; times: Times } | null>(null)
  const [scope, setScope] = useState<SeriesScope>('this')
  const moveAlong = async (meeting: MovableMeeting, times: Times, chosen: SeriesScope): Promise<void> => {
    const before = { startsAt: meeting.startsAt, endsAt: meeting.endsAt }
    const { version, others } = await sendMove(meeting.id, meeting.version, times, { scope: chosen })
    const when = formatLocalTime(format, times.startsAt)
    const isAlone = others.length === 0
    const undo = async (): Promise<string> => {
      await sendMove(meeting.id, version, before, isAlone ? alone : { others })
      return t(isAlone ? 'move.undone' : 'move.undoneAll')
    }
    const text = !isAlone
      ? t('move.doneAll', { count: others.length + 1 })
      : t(meeting.seriesId === null ? 'move.done' : 'move.doneAlone', { when })
    messages.show({ text, undo })
  }
  const move = (meeting: MovableMeeting, times: Times): void => {
    if (meeting.seriesId !== null) setRequested({ meeting, times })
    else void moveAlong(meeting, times, 'this').catch((error: unknown) => messages.showFailure(error))
  }
  const dialog = requested && (
    <Suspense>
      <LazyMoveDialog
        subject={requested.meeting.subject}
        times={requested.times}
        scope={scope}
        onMove={(chosen) => {
          setScope(chosen)
          return moveAlong(requested.meeting, requested.times, chosen)
        }}
        onClose={() => setRequested(null)}
      />
    </Suspense>
  )
  return { moves, move, dialog }
}
