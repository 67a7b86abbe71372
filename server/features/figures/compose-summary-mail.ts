import type { ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import type { getDailySummary } from '#contract/figures/summaries.ts'
import en from '#locales/en/figures.ts'
import enSummaries from '#locales/en/summaries.ts'
import enMail from '#locales/en/summary-mail.ts'
import es from '#locales/es/figures.ts'
import esSummaries from '#locales/es/summaries.ts'
import esMail from '#locales/es/summary-mail.ts'
import pt from '#locales/pt/figures.ts'
import ptSummaries from '#locales/pt/summaries.ts'
import ptMail from '#locales/pt/summary-mail.ts'
import { type ComposedMail, renderMail, toSingleLine } from '#server/core/mail/mail-layout.ts'
import { buildTextsGetter, fillPlaceholders } from '#server/core/texts.ts'
import { getValueFormatter } from '#server/reports/value-formatter.ts'

const getTexts = buildTextsGetter({ es: esMail, en: enMail, pt: ptMail })
const getFigureTexts = buildTextsGetter({ es, en, pt })
const getSummaryTexts = buildTextsGetter({ es: esSummaries, en: enSummaries, pt: ptSummaries })

type Summary = ResponseBody<typeof getDailySummary>

type SummaryMail = {
  idioma: Idioma
  prefix: Prefix
  name: string
  sentBy: string
  /** Of their own doing. */
  isOwn: boolean
  summary: Summary
  link: string
}

/** Counts and sums: who is behind them stands on the page alone, which asks for a sign-in. */
export const composeSummaryMail = ({
  idioma,
  prefix,
  name,
  sentBy,
  isOwn,
  summary,
  link,
}: SummaryMail): ComposedMail => {
  const { letter } = getTexts(idioma)
  const t = getFigureTexts(idioma)
  const { daily } = getSummaryTexts(idioma)
  const { money, day: formatDay } = getValueFormatter(idioma, tenantFacts[prefix].timeZone)
  const { person, view, isWholeFirm } = summary.scope
  const reach = person ? t.reach[view === 'team' ? 'team' : 'person'] : t.reach[isWholeFirm ? 'firm' : 'own']
  const values = {
    name: toSingleLine(name),
    sender: toSingleLine(sentBy),
    date: formatDay(summary.day),
    reach: fillPlaceholders(reach, { name: toSingleLine(person?.name ?? '') }),
  }
  return renderMail(idioma, fillPlaceholders(letter.subject, values), [
    { text: fillPlaceholders(letter.greeting, values) },
    { text: fillPlaceholders(isOwn ? letter.introOwn : letter.intro, values) },
    {
      facts: summary.sections.map(({ key, count, amount }) => [
        daily.sections[key],
        amount === null || count === 0 ? String(count) : `${count} · ${money(amount)}`,
      ]),
    },
    { link, label: letter.action },
    { text: fillPlaceholders(letter.scope, values) },
  ])
}
