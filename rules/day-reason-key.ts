import type { DayReasonKind } from '#contract/my-day/reasons.ts'

/** Under which of its sentences a reason is told today: what is past, of today or coming says it in its own words. */
export const getDayReasonKey = ({ kind, date }: { kind: DayReasonKind; date: string | null }, today: string) => {
  if (kind === 'followUp' && date === today) return 'followUpToday'
  if (kind === 'birthday' && date === today) return 'birthdayToday'
  if (kind === 'document' && date !== null && date < today) return 'documentExpired'
  return kind
}
