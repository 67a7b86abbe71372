/** The word for a code, of a group of the texts. */
export const buildCodeTextGetter =
  <T>(words: (texts: T) => object) =>
  (value: string, texts: T): string | undefined =>
    (words(texts) as Record<string, string | undefined>)[value]
