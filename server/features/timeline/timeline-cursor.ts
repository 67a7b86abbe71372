import { type TimelineKind, timelineKinds } from '#contract/timeline.ts'

/** Where a page ends: the next one begins behind this entry. */
export type TimelineCursor = { at: string; kind: TimelineKind; id: string; line: string }

export const formatTimelineCursor = ({ at, kind, id, line }: TimelineCursor): string => [at, kind, id, line].join('~')

/** Undefined where it names a kind that there is not. */
export const parseTimelineCursor = (written: string): TimelineCursor | undefined => {
  const [at, kindName, id, line] = written.split('~')
  const kind = timelineKinds.find((known) => known === kindName)
  return at && kind && id && line ? { at, kind, id, line } : undefined
}

/** Which of two entries of one instant is shown first: the one of the higher place. */
export const getKindPlace = (kind: TimelineKind): number => timelineKinds.length - timelineKinds.indexOf(kind)
