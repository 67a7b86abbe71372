import type { Idioma } from '#contract/core/values.ts'
import { localeOf } from '#server/core/texts.ts'

export type Part =
  | { text: string }
  | { link: string; label: string }
  | { facts: readonly (readonly [string, string])[] }
export type Composed = { subject: string; text: string; html: string }

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const asHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '')

/** What stands in one line stays there, in the direction it is read in: names and numbers come from files of others. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

const plain = (part: Part): string => {
  if ('facts' in part) return part.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  return 'link' in part ? `${part.label}:\n${part.link}` : part.text
}

const marked = (part: Part): string => {
  if ('facts' in part) {
    const rows = part.facts.map(
      ([label, value]) =>
        `<tr><th style="text-align: left; font-weight: normal; padding: 0 1.5em 0.25em 0">${asHtml(label)}</th><td style="padding: 0 0 0.25em"><strong>${asHtml(value)}</strong></td></tr>`,
    )
    return `<table style="border-collapse: collapse">\n${rows.join('\n')}\n</table>`
  }
  return 'link' in part
    ? `<p><a href="${asHtml(part.link)}">${asHtml(part.label)}</a></p>\n<p>${asHtml(part.link)}</p>`
    : `<p>${asHtml(part.text)}</p>`
}

/** An e-mail as plain text and as the same words in HTML that loads nothing. */
export const letterOf = (idioma: Idioma, subject: string, parts: readonly Part[]): Composed => {
  const html = `<!doctype html>
<html lang="${localeOf[idioma]}">
<head><meta charset="utf-8"><title>${asHtml(subject)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 36em">
${parts.map(marked).join('\n')}
</body>
</html>
`
  return { subject: oneLine(subject), text: `${parts.map(plain).join('\n\n')}\n`, html }
}
