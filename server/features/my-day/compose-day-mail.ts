import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { Idioma } from '#contract/core/values.ts'
import { type DayLevel, dayReasonLevels } from '#contract/my-day/reasons.ts'
import type { DayItem, DayReason, getDayList } from '#contract/my-day.ts'
import enCalls from '#locales/en/calls.ts'
import enClients from '#locales/en/clients.ts'
import enMail from '#locales/en/day-mail.ts'
import enDay from '#locales/en/my-day.ts'
import esCalls from '#locales/es/calls.ts'
import esClients from '#locales/es/clients.ts'
import esMail from '#locales/es/day-mail.ts'
import esDay from '#locales/es/my-day.ts'
import ptCalls from '#locales/pt/calls.ts'
import ptClients from '#locales/pt/clients.ts'
import ptMail from '#locales/pt/day-mail.ts'
import ptDay from '#locales/pt/my-day.ts'
import { getDayReasonKey } from '#rules/day-reason-key.ts'
import { type ComposedMail, type MailPart, renderMail, toSingleLine } from '#server/core/mail/mail-layout.ts'
import { buildTextsGetter, fillPlaceholders, findText } from '#server/core/texts.ts'

const getTexts = buildTextsGetter({ es: esMail, en: enMail, pt: ptMail })
const getReasons = buildTextsGetter({ es: esDay.reasons, en: enDay.reasons, pt: ptDay.reasons })
const getLevels = buildTextsGetter({ es: esDay.list.levels, en: enDay.list.levels, pt: ptDay.list.levels })
const getStopReasons = buildTextsGetter({
  es: esClients.stopReasons,
  en: enClients.stopReasons,
  pt: ptClients.stopReasons,
})
const getOutcomes = buildTextsGetter({ es: esCalls.outcomes, en: enCalls.outcomes, pt: ptCalls.outcomes })

/** An e-mail is looked over; the page has the rest. */
const maxRows = 40

const formatDay = (date: string | null): string =>
  date ? `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}` : ''

/** As the page says it, without amounts. */
const formatReason = (idioma: Idioma, reason: DayReason, today: string): string => {
  const { kind, state, text, time, date } = reason
  const words = kind === 'stopped' ? getStopReasons(idioma) : getOutcomes(idioma)
  return fillPlaceholders(String(findText(getReasons(idioma), [getDayReasonKey(reason, today)])), {
    text: text ?? '',
    time: time ?? '',
    date: formatDay(date),
    state: state === null ? '' : String(findText(words, [state])),
  })
}

type DayList = ResponseBody<typeof getDayList>

/** What waits for a decision is counted: what it is about is said on its page alone. */
const toFacts = (idioma: Idioma, items: readonly DayItem[], today: string): (readonly [string, string])[] => {
  const t = getTexts(idioma)
  const approvals = items.filter(({ reasons }) => reasons[0]!.kind === 'approval').length
  const others = items.filter(({ reasons }) => reasons[0]!.kind !== 'approval')
  return [
    ...(approvals > 0 ? [[t.letter.approvals, String(approvals)] as const] : []),
    ...others.map(({ person, reasons }) => {
      const [first, ...rest] = reasons.map((reason) => toSingleLine(formatReason(idioma, reason, today)))
      return person ? ([toSingleLine(person.name), [first, ...rest].join('; ')] as const) : (['–', first!] as const)
    }),
  ]
}

type DayMail = { idioma: Idioma; name: string; list: DayList; today: string; publicUrl: string }

/** The list of the day as an e-mail, by its levels. */
export const composeDayMail = ({ idioma, name, list, today, publicUrl }: DayMail): ComposedMail => {
  const t = getTexts(idioma)
  const shown = list.items.slice(0, maxRows)
  const values = { name: toSingleLine(name), date: formatDay(today), count: String(list.items.length) }
  const listLevel = (level: DayLevel): MailPart[] => {
    const items = shown.filter((item) => item.level === level)
    return items.length === 0 ? [] : [{ text: getLevels(idioma)[level] }, { facts: toFacts(idioma, items, today) }]
  }
  return renderMail(idioma, fillPlaceholders(t.letter.subject, values), [
    { text: fillPlaceholders(t.letter.greeting, values) },
    { text: fillPlaceholders(t.letter.intro, values) },
    ...dayReasonLevels.flatMap(listLevel),
    ...(list.items.length > shown.length
      ? [{ text: fillPlaceholders(t.letter.more, { count: String(list.items.length - shown.length) }) }]
      : []),
    { link: `${publicUrl}/crm/MiDia`, label: t.letter.action },
    { text: t.letter.stop },
  ])
}
