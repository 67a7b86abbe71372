/** Digits, alone or in groups of three as large numbers are shown. */
const wholeNumberPattern = /^(?:\d+|\d{1,3}(?:[.,\s]\d{3})+)$/

/** The page that was typed, from 1; null where it is no page: '0', '-3', '1.5', 'x'. */
export const parsePageNumber = (text: string): number | null => {
  const typed = text.trim()
  const page = wholeNumberPattern.test(typed) ? Number(typed.replace(/\D/g, '')) : 0
  return page > 0 ? page : null
}
