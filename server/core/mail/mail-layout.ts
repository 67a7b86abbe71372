import type { Idioma } from '#contract/core/values.ts'
import { localeByLanguage } from '#server/core/texts.ts'

export type MailPart =
  | { text: string }
  | { link: string; label: string }
  | { facts: readonly (readonly [string, string])[] }
export type ComposedMail = { subject: string; text: string; html: string }

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => htmlEntities[letter] ?? '')

/** What stands in one line stays there, in the direction it is read in: names and numbers come from files of others. */
export const toSingleLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

const renderTextPart = (part: MailPart): string => {
  if ('facts' in part) return part.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  return 'link' in part ? `${part.label}:\n${part.link}` : part.text
}

const renderHtmlPart = (part: MailPart): string => {
  if ('facts' in part) {
    const rows = part.facts.map(
      ([label, value]) =>
        `<tr><th style="text-align: left; font-weight: normal; padding: 0 1.5em 0.25em 0">${escapeHtml(label)}</th><td style="padding: 0 0 0.25em"><strong>${escapeHtml(value)}</strong></td></tr>`,
    )
    return `<table style="border-collapse: collapse">\n${rows.join('\n')}\n</table>`
  }
  return 'link' in part
    ? `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.label)}</a></p>\n<p>${escapeHtml(part.link)}</p>`
    : `<p>${escapeHtml(part.text)}</p>`
}

/** An e-mail as plain text and as the same words in HTML that loads nothing. */
export const renderMail = (idioma: Idioma, subject: string, parts: readonly MailPart[]): ComposedMail => {
  const html = `<!doctype html>
<html lang="${localeByLanguage[idioma]}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 36em">
${parts.map(renderHtmlPart).join('\n')}
</body>
</html>
`
  return { subject: toSingleLine(subject), text: `${parts.map(renderTextPart).join('\n\n')}\n`, html }
}
