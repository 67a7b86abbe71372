/** Letters that Unicode doesn't take apart into a plain one and an accent. */
const plainLetterReplacements: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Text as search and name order see it: lower case, without accents, one space between words. What is typed and what is stored both pass here. */
export const toSearchText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetterReplacements[letter]!)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()

/** A phone, identity number or bank account as search sees it: letters and digits only. '+34 600 11-22' and '346001122' are one. */
export const toSearchNumber = (text: string): string => toSearchText(text).replace(/[^\p{L}\p{N}]+/gu, '')

type SearchableClient = {
  name: string
  surname: string
  cvl: string
  email?: string | null
  phone?: string | null
  identityNumber?: string | null
  /** IBANs or CLABEs. */
  bankAccounts?: readonly string[]
}

/**
 * The row of client_search, all but its client_id, in the types' names. Surname first: the list sorts names by this text.
 * Whoever writes one of these fields of a client writes the row anew.
 */
export const buildSearchRow = (client: SearchableClient) => ({
  nameText: toSearchText(`${client.surname} ${client.name}`),
  cvlText: toSearchText(client.cvl),
  emailText: toSearchText(client.email ?? ''),
  phoneText: toSearchNumber(client.phone ?? ''),
  identityText: toSearchNumber(client.identityNumber ?? ''),
  bankText: (client.bankAccounts ?? []).map(toSearchNumber).join(' '),
})
