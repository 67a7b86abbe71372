import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getAnswerSubjects } from '#contract/answer-subjects.ts'
import { assignReceipt } from '#contract/bank.ts'
import type { ModuleKey } from '#contract/permissions.ts'
import { getProduct } from '#contract/products.ts'
import { findUnmappedTables, findUnnamedTables } from './table-subjects.ts'

/** The contracts of the features that name the table as theirs. */
const listContractsOfTable = (table: string): string[] =>
  readdirSync('db/tables')
    .filter(
      (file) =>
        file.endsWith('.ts') && new RegExp(`^ {4}${table}: \\{`, 'm').test(readFileSync(`db/tables/${file}`, 'utf8')),
    )
    .map((file) => `contract/${file}`)

/** Whether its module is about everything still, as that of a new feature is: every write refreshes its answers. */
const isAboutEverything = (contractFile: string): boolean => {
  if (!existsSync(contractFile)) return false
  const modules = [...readFileSync(contractFile, 'utf8').matchAll(/'(bt_\w+)'/g)].map(
    ([, module]) => module as ModuleKey,
  )
  return modules.length > 0 && modules.every((module) => getAnswerSubjects({ module }) === undefined)
}

test('every table of a known module has a subject or is listed without', () => {
  const missing = findUnmappedTables().filter((table) => !listContractsOfTable(table).some(isAboutEverything))
  expect(missing).toEqual([])
})

test('a write is told which tables it changes without naming their subject', () => {
  const endpoint = { ...assignReceipt, changes: ['bankEntries'] } as const
  expect(findUnnamedTables(endpoint, ['update "product" set version = 2', 'select * from account'])).toEqual([
    'product (products)',
  ])
  expect(findUnnamedTables({ ...endpoint, changes: ['products'] }, ['update product set version = 2'])).toEqual([])
})

test('a write answers for its functions and for triggers of the tables', () => {
  const endpoint = { ...assignReceipt, changes: ['bankEntries'] } as const
  expect(findUnnamedTables(endpoint, ['update payment_order set state = 1'])).toContain('account_balance (accounts)')
  expect(findUnnamedTables(endpoint, ['insert into bank_entry_journal (id) values (1)'])).toContain(
    'unconfirmed_contribution (contributions)',
  )
})

test('an answer is told which tables it reads beside its subjects', () => {
  const statement = 'select p.* from product p join client_notice n on n.id = p.id join approval on true'
  expect(findUnnamedTables(getProduct, [statement])).toEqual(['client_notice (notices)'])
  expect(findUnnamedTables({ ...getProduct, about: [] }, [statement])).toEqual([])
  expect(findUnnamedTables({ ...getProduct, about: [] }, ['update tag set version = 2'])).toEqual(['tag (tags)'])
})
