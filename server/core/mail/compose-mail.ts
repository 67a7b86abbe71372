import { tenantFacts } from '#contract/core/tenants.ts'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import en from '#locales/en/mail.ts'
import es from '#locales/es/mail.ts'
import pt from '#locales/pt/mail.ts'
import { buildTextsGetter, fillPlaceholders, localeByLanguage } from '#server/core/texts.ts'
import { type ComposedMail, type MailPart, renderMail } from './mail-layout.ts'

export type MailTemplate = 'password.reset' | 'password.changed' | 'access.given'

/** What the texts name. Kept encrypted until the e-mail is sent. */
export type MailFacts = {
  /** Whom it is written to, by name. */
  name: string
  /** Whose time zone the times are told in. */
  prefix: Prefix
  /** From where it was asked or done, and when. */
  address: string
  at: string
  link: string
  /** Until when the link holds; after that there is no point in sending it. */
  until: string | null
  /** Whether one can sign in with Google here. */
  google?: boolean
}

const getMailTexts = buildTextsGetter({ es, en, pt })

const formatMailTime = (idioma: Idioma, { prefix }: MailFacts, at: string): string =>
  new Intl.DateTimeFormat(localeByLanguage[idioma], {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: tenantFacts[prefix].timeZone,
  }).format(Date.parse(at))

const buildMailParts = (
  template: MailTemplate,
  idioma: Idioma,
  { link, google }: MailFacts,
): { subject: string; parts: MailPart[] } => {
  const { reset, changed, access } = getMailTexts(idioma)
  if (template === 'access.given')
    return {
      subject: access.subject,
      parts: [
        { text: access.intro },
        { link, label: access.action },
        { text: access.holds },
        ...(google ? [{ text: access.google }] : []),
        { text: access.notYou },
      ],
    }
  if (template === 'password.reset')
    return {
      subject: reset.subject,
      parts: [{ text: reset.intro }, { link, label: reset.action }, { text: reset.holds }, { text: reset.notYou }],
    }
  return {
    subject: changed.subject,
    parts: [
      { text: changed.intro },
      { text: changed.ended },
      { text: changed.notYou },
      { link, label: changed.action },
    ],
  }
}

/** An e-mail in the person's language, as plain text and as the same words in HTML that loads nothing. */
export const composeMail = (template: MailTemplate, idioma: Idioma, email: string, facts: MailFacts): ComposedMail => {
  const { letter } = getMailTexts(idioma)
  const { subject, parts } = buildMailParts(template, idioma, facts)
  const values = {
    email,
    name: facts.name,
    address: facts.address,
    at: formatMailTime(idioma, facts, facts.at),
    until: facts.until ? formatMailTime(idioma, facts, facts.until) : '',
  }
  const all: MailPart[] = [{ text: letter.greeting }, ...parts, { text: letter.signature }, { text: letter.automatic }]
  return renderMail(
    idioma,
    subject,
    all.map((part) => ('text' in part ? { text: fillPlaceholders(part.text, values) } : part)),
  )
}
