/** Stands for half a character, which no file of XML may hold. */
const replacementCharacter = '□'

/** Control characters but tabs and ends of lines, what is no character, and what turns the direction of the rest. */
const forbiddenCharacters = /[^\P{Cc}\t\n\r]|[\ufffe\uffff\u202a-\u202e\u2066-\u2069]/gu

/** Text as a slide can hold it: everything but characters that would make the file unreadable. */
export const toXmlText = (text: string): string =>
  text.replace(/\p{Cs}/gu, replacementCharacter).replace(forbiddenCharacters, '')

const xmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** The same, for a place of the file into which the library writes what it is given. */
export const escapeXmlText = (text: string): string =>
  toXmlText(text).replace(/[&<>"']/g, (sign) => xmlEntities[sign] ?? '')
