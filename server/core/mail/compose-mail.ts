import type { Idioma, Prefix } from '#contract/core/values.ts'
import { tenantFacts } from '#contract/tenants.ts'
import en from '#locales/en/mail.ts'
import es from '#locales/es/mail.ts'
import pt from '#locales/pt/mail.ts'
import { localeOf, textsIn } from '#server/core/texts.ts'

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

type Composed = { subject: string; text: string; html: string }
type Part = { text: string } | { link: string; label: string }

const texts = textsIn({ es, en, pt })

const timeIn = (idioma: Idioma, { prefix }: MailFacts, at: string): string =>
  new Intl.DateTimeFormat(localeOf[idioma], {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: tenantFacts[prefix].timeZone,
  }).format(Date.parse(at))

const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const asHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '')

const partsOf = (
  template: MailTemplate,
  idioma: Idioma,
  { link, google }: MailFacts,
): { subject: string; parts: Part[] } => {
  const { reset, changed, access } = texts(idioma)
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

const plain = (part: Part): string => ('link' in part ? `${part.label}:\n${part.link}` : part.text)

const marked = (part: Part): string =>
  'link' in part
    ? `<p><a href="${asHtml(part.link)}">${asHtml(part.label)}</a></p>\n<p>${asHtml(part.link)}</p>`
    : `<p>${asHtml(part.text)}</p>`

/** An e-mail in the person's language, as plain text and as the same words in HTML that loads nothing. */
export const composeMail = (template: MailTemplate, idioma: Idioma, email: string, facts: MailFacts): Composed => {
  const { letter } = texts(idioma)
  const { subject, parts } = partsOf(template, idioma, facts)
  const values = {
    email,
    name: facts.name,
    address: facts.address,
    at: timeIn(idioma, facts, facts.at),
    until: facts.until ? timeIn(idioma, facts, facts.until) : '',
  }
  const all: Part[] = [{ text: letter.greeting }, ...parts, { text: letter.signature }, { text: letter.automatic }].map(
    (part) => ('link' in part ? part : { text: fill(part.text, values) }),
  )
  const html = `<!doctype html>
<html lang="${localeOf[idioma]}">
<head><meta charset="utf-8"><title>${asHtml(subject)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 36em">
${all.map(marked).join('\n')}
</body>
</html>
`
  return { subject, text: `${all.map(plain).join('\n\n')}\n`, html }
}
