import { tenantFacts } from '#contract/core/tenants.ts'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import en from '#locales/en/client-mail.ts'
import es from '#locales/es/client-mail.ts'
import mx from '#locales/mx/client-mail.ts'
import pt from '#locales/pt/client-mail.ts'
import { type ComposedMail, type MailPart, renderMail, toSingleLine } from '#server/core/mail/mail-layout.ts'
import { buildTextsGetter, fillPlaceholders } from '#server/core/texts.ts'
import type { ClientMailFacts, ClientMailTemplate } from '#server/domain/client-mail.ts'
import { buildPublicLink } from '#server/domain/public-links.ts'
import { getValueFormatter } from '#server/reports/value-formatter.ts'

const getTexts = buildTextsGetter({ es, en, pt, mx })
type MailTexts = ReturnType<typeof getTexts>

export type ClientMailContext = {
  prefix: Prefix
  publicUrl: string
  idioma: Idioma
  clientName: string
  firm: string
  managerName: string | null
  managerPhone: string | null
  managerEmail: string | null
}

type MailContent = { subject: string; parts: MailPart[] }

/** Whom to talk to: who looks after the client, where they can be reached. */
const formatContact = ({ managerName, managerPhone, managerEmail }: ClientMailContext, t: MailTexts): string => {
  const ways = [managerPhone, managerEmail].filter(Boolean).join(', ')
  return managerName && ways ? fillPlaceholders(t.letter.contact, { name: managerName, ways }) : t.letter.contactOffice
}

/** Texts that the firm wrote, each on a line: they name what it is about. */
const listPurposes = ({ purposes = [] }: ClientMailFacts): MailPart[] =>
  purposes.length > 0 ? [{ text: purposes.map((title) => `· ${toSingleLine(title)}`).join('\n') }] : []

const writeContent = (
  template: ClientMailTemplate,
  facts: ClientMailFacts,
  { publicUrl }: ClientMailContext,
  t: MailTexts,
  fill: (text: string) => string,
): MailContent => {
  if (template === 'paper.attached') return { subject: fill(t.paper.subject), parts: [{ text: fill(t.paper.intro) }] }
  const writeLink = (label: string): MailPart[] =>
    facts.token
      ? [{ link: buildPublicLink(publicUrl, template === 'infoForm.link' ? 'form' : 'consent', facts.token), label }]
      : []
  if (template === 'link.code')
    return { subject: fill(t.code.subject), parts: [{ text: fill(t.code.intro) }, { text: fill(t.code.notYou) }] }
  if (template === 'consent.link')
    return {
      subject: fill(t.consent.subject),
      parts: [
        { text: fill(t.consent.intro) },
        ...listPurposes(facts),
        ...writeLink(t.consent.action),
        { text: fill(t.letter.holds) },
        { text: fill(t.letter.notForward) },
      ],
    }
  if (template === 'infoForm.link')
    return {
      subject: fill(t.infoForm.subject),
      parts: [
        { text: fill(t.infoForm.intro) },
        ...writeLink(t.infoForm.action),
        { text: fill(t.letter.holds) },
        { text: fill(t.infoForm.notForward) },
      ],
    }
  if (template === 'consent.signed')
    return {
      subject: fill(t.signed.subject),
      parts: [
        { text: fill(t.signed.intro) },
        ...listPurposes(facts),
        { text: fill(t.signed.attached) },
        { text: fill(t.signed.withdraw) },
        ...writeLink(t.signed.action),
      ],
    }
  if (template === 'consent.refused')
    return {
      subject: fill(t.refused.subject),
      parts: [{ text: fill(t.refused.intro) }, ...listPurposes(facts), { text: fill(t.refused.effect) }],
    }
  return {
    subject: fill(t.withdrawn.subject),
    parts: [{ text: fill(t.withdrawn.intro) }, ...listPurposes(facts), { text: fill(t.withdrawn.effect) }],
  }
}

/** The e-mail in the client's language; the firm signs it. */
export const composeClientMail = (
  template: ClientMailTemplate,
  facts: ClientMailFacts,
  context: ClientMailContext,
): ComposedMail => {
  const { idioma, prefix, clientName, firm } = context
  const t = getTexts(idioma)
  const { moment } = getValueFormatter(idioma, tenantFacts[prefix].timeZone)
  const values = {
    name: toSingleLine(clientName),
    firm: toSingleLine(firm),
    code: facts.code ?? '',
    title: toSingleLine(facts.title ?? ''),
    until: facts.until ? moment(Date.parse(facts.until)) : '',
    at: facts.at ? moment(Date.parse(facts.at)) : '',
  }
  // Only our own texts have gaps: what the firm or the client is called is left as it is.
  const fill = (text: string) => fillPlaceholders(text, values)
  const { subject, parts } = writeContent(template, facts, context, t, fill)
  return renderMail(idioma, subject, [
    { text: fill(t.letter.greeting) },
    ...parts,
    { text: formatContact(context, t) },
    { text: firm },
    { text: t.letter.automatic },
  ])
}
