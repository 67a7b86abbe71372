export type Mention = { userId: string; name: string }

/** What is being typed after an @, up to the caret, and where the @ stands; null where no mention is being typed. */
export const findMentionAtCaret = (text: string, caret: number): { at: number; typed: string } | null => {
  const at = text.lastIndexOf('@', caret - 1)
  if (at < 0 || (at > 0 && !/[\s([{¿¡"'«]/.test(text[at - 1]!))) return null
  const typed = text.slice(at + 1, caret)
  return /\n/.test(typed) || typed.length > 40 || typed.startsWith(' ') ? null : { at, typed }
}

/** A text in pieces: those that name somebody who is mentioned, and what stands between. */
export const splitByMentions = (text: string, mentions: readonly Mention[]): { text: string; isMention: boolean }[] => {
  // The longest first: of two names of which one begins the other, the whole one is meant.
  const names = [...new Set(mentions.map(({ name }) => name))].sort((a, b) => b.length - a.length)
  if (names.length === 0) return [{ text, isMention: false }]
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return text
    .split(new RegExp(`(@(?:${escaped.join('|')}))`))
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece, isMention: names.some((name) => piece === `@${name}`) }))
}
