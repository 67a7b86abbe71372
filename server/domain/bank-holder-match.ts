import { type RawBuilder, sql } from 'kysely'
import { splitNameWords } from '#rules/name-words.ts'
import { naturalNameSql } from '#server/core/person-name.ts'

const isSameName = (client: string, holder: string): boolean => {
  const own = splitNameWords(client)
  const stated = splitNameWords(holder)
  const holdsAll = (some: readonly string[], all: readonly string[]): boolean =>
    some.length > 0 && some.every((word) => all.includes(word))
  return holdsAll(own, stated) || (stated.length > 1 && holdsAll(stated, own))
}

/** Whether the holder at the bank is none of these people: neither has all the words of the other's name. Where nobody has said who holds it, nobody knows otherwise. */
export const isForeignBankHolder = (names: readonly string[], holder: string | null): boolean =>
  holder !== null && !names.some((name) => isSameName(name, holder))

/** A row with whose bank account it pays, of which is said whether that is somebody else. */
export const addOtherHolderFlag = <Row extends { bankHolder: string | null; names: string[] }>({
  names,
  ...row
}: Row) => ({
  ...row,
  otherHolder: isForeignBankHolder(names, row.bankHolder),
})

/** The names of the client who is paid from an account, and of those who hold it: whose bank account it may be. */
export const payeeNamesSql = (clientId: RawBuilder<unknown>, accountId: RawBuilder<unknown>) =>
  sql<string[]>`array(select ${naturalNameSql('x')} from client x
    where x.id = ${clientId} or x.id in (select h.client_id from account_holder h where h.account_id = ${accountId} and h.role <> 'authorised'))`
