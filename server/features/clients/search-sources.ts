import type { SearchResult } from '#contract/search.ts'
import { toSearchNumber, toSearchText } from '#rules/search-text.ts'
import type { SearchHit, SearchSource } from '#server/core/search-source.ts'
import { splitSearchWords } from '#server/domain/client-text-search.ts'
import { maskAccountNumber } from '#server/domain/mask-identifiers.ts'
import { findAccountsByIds, findAccountsByNumber } from './account-number-search.ts'
import { type FoundClient, findClientsByIds, findClientsByText } from './client-search.ts'

/** Of records that lead to the client, the one that a word names; any where the word is a former name or number of theirs. */
const findMergedMatch = ({ merged, mergedText }: FoundClient, word: string): SearchResult['match'] => {
  const records = merged ?? []
  const named = records.find(({ cvl, name }) => toSearchText(`${cvl} ${name}`).includes(word))
  const number = toSearchNumber(word)
  const isKnown = mergedText.includes(word) || (number !== '' && mergedText.includes(number))
  const record = named ?? (isKnown ? records[0] : undefined)
  return record ? { field: 'merged', text: `${record.name} · ${record.cvl}` } : null
}

/** What else of the client a word stands in, where it is not their name. Nobody finds a client by bank accounts that they may not read. */
const findMatch = (client: FoundClient, word: string): SearchResult['match'] => {
  const number = toSearchNumber(word)
  const hasNumber = (text: string): boolean => number !== '' && text.includes(number)
  const { cvl, phone, email, identityNumber, emailText, phoneText, identityText, bankText } = client
  if (cvl.toLowerCase().includes(word)) return { field: 'cvl', text: cvl }
  if (phone && hasNumber(phoneText)) return { field: 'phone', text: phone }
  if (email && emailText.includes(word)) return { field: 'email', text: email }
  if (identityNumber && hasNumber(identityText)) return { field: 'identity', text: identityNumber }
  const merged = findMergedMatch(client, word)
  if (merged) return merged
  const account = bankText.split(' ').find(hasNumber)
  return account ? { field: 'bankAccount', text: maskAccountNumber(account.toUpperCase()) } : null
}

/** The first word that the name does not explain. */
const findClientMatch = (client: FoundClient, text: string): SearchResult['match'] =>
  splitSearchWords(text)
    .filter((word) => !client.nameText.includes(word))
    .map((word) => findMatch(client, word))
    .find((match) => match !== null) ?? null

const toClientHit = (client: FoundClient): SearchHit => ({
  id: client.id,
  path: `/clientes/${client.id}`,
  title: client.fullName,
  code: client.cvl,
  person: client.managerName,
})

const clientSearch: SearchSource = {
  kind: 'client',
  module: 'bt_Clientes',
  findByText: async (ctx, text) =>
    (await findClientsByText(ctx, text)).map((client) => ({
      ...toClientHit(client),
      match: findClientMatch(client, text),
    })),
  findByIds: async (ctx, ids) => (await findClientsByIds(ctx, ids)).map(toClientHit),
}

type FoundAccount = Awaited<ReturnType<typeof findAccountsByIds>>[number]
const toAccountHit = ({ id, number, productName, clientId, clientName }: FoundAccount): SearchHit => ({
  id,
  path: `/clientes/${clientId}/cuentas/${id}`,
  title: number,
  code: productName,
  person: clientName,
})

const accountSearch: SearchSource = {
  kind: 'account',
  module: 'bt_Clientes',
  findByText: async (ctx, text) => (await findAccountsByNumber(ctx, text)).map(toAccountHit),
  findByIds: async (ctx, ids) => (await findAccountsByIds(ctx, ids)).map(toAccountHit),
}

export const clientSearches: readonly SearchSource[] = [clientSearch, accountSearch]
