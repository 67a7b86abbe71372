import type { DayItem, DayReason } from '#contract/my-day.ts'
import { getDayReasonKey } from '#rules/day-reason-key.ts'
import type { Formatters } from '#web/core/format.ts'
import type { Translate } from '#web/core/use-translation.ts'
import type { useApprovalTexts } from '#web/domain/approval-texts.ts'

type Words = {
  t: Translate<readonly ['my-day', 'clients', 'calls']>
  format: Formatters
  approvals: ReturnType<typeof useApprovalTexts>
  today: string
}

/** Why it stands there, as a sentence. */
export const formatDayReason = (reason: DayReason, { t, format, approvals, today }: Words): string => {
  // The words of states are chosen by data; a test holds them against what the server may say.
  const translate = t as (key: string, values?: Record<string, string>) => string
  const { kind, state, text, time, date, change } = reason
  const stateWords = kind === 'stopped' ? 'clients:stopReasons' : 'calls:outcomes'
  return translate(`reasons.${getDayReasonKey(reason, today)}`, {
    text: text ?? '',
    time: time ?? '',
    date: format.date(date),
    state: state === null ? '' : translate(`${stateWords}.${state}`),
    what: change ? approvals.what(change) : '',
  })
}

/** Whom a row is about; of what is about nobody, its first reason. */
export const getItemName = (item: DayItem, words: Words): string =>
  item.person?.name ?? formatDayReason(item.reasons[0]!, words)
