type ContentKind = 'image' | 'archive' | 'document' | 'program' | 'active' | 'text'

/** How files of other kinds begin, in hexadecimal; a point stands for any figure. */
const magicNumbersByKind: Readonly<Record<Exclude<ContentKind, 'active' | 'text'>, readonly string[]>> = {
  image: [
    ...['ffd8ff', '89504e47', '47494638', '52494646........57454250'],
    ...['424d........00000000', '49492a00', '4d4d002a', '000000..66747970'],
  ],
  archive: ['504b0304', '504b0506', '504b0708', '1f8b', '425a68', 'fd377a585a', '377abcaf', '52617221', '28b52ffd'],
  // PDF, the old Office, RTF, PostScript.
  document: ['255044462d', 'd0cf11e0', '7b5c727466', '25215053'],
  // Windows, Linux, Java, a script that names its interpreter, the test file of virus scanners.
  program: ['4d5a..00', '7f454c46', 'cafebabe', '2321', '58354f2150254041'],
}
const magicNumberPatterns = Object.entries(magicNumbersByKind).map(
  ([kind, signs]) => [kind as ContentKind, new RegExp(`^(?:${signs.join('|')})`)] as const,
)

/** Markup that some program might run. */
const activeMarkupPattern = /^\W{0,8}<(?:script|html|!doctype html|iframe|\?php|svg[\s>])/i

/** What a content is by its own first bytes, whatever it is called. Text where it begins like nothing else: whether it can be read is to be seen. */
export const detectContentKind = (content: Uint8Array): ContentKind => {
  const head = Buffer.from(content.subarray(0, 64))
  const hex = head.toString('hex')
  const known = magicNumberPatterns.find(([, pattern]) => pattern.test(hex))
  return known?.[0] ?? (activeMarkupPattern.test(head.toString('latin1')) ? 'active' : 'text')
}

/** So much of a text says whether it is one. */
const binaryCheckLength = 4096

/** A sign that no line of text has: none of those that end a line or stand between its words. */
const isControlCharacter = (sign: string): boolean =>
  (sign < ' ' && !'\t\n\v\f\r\u001a'.includes(sign)) || sign === '\u007f'

/** Whether a decoded text is none: one sign in ten of its beginning is a control sign. */
export const isBinary = (text: string): boolean => {
  const head = [...text.slice(0, binaryCheckLength)]
  return head.filter(isControlCharacter).length * 10 > head.length
}

export const hasControlCharacter = (text: string): boolean => [...text].some(isControlCharacter)
