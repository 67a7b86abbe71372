import { type SqlBool, sql } from 'kysely'
import { findBonusLimit } from '#server/domain/bonus-limit.ts'
import { defineImportKind, type RowCheckContext } from '../mapped/import-handler-types.ts'
import { createImportedBeforeTable, importedBeforeSql } from '../mapped/imported-before.ts'
import { resolveNamedClients } from '../mapped/named-clients.ts'
import { clientColumnHeadings, toRowSubject } from '../mapped/parse-client.ts'
import { accountTermsSql, expiresOnSql, openedProductSql } from './account-terms.ts'
import { readAccountRow } from './read-account.ts'
import { findAccountObstacles, undoAccounts } from './undo-accounts.ts'
import { writeAccounts } from './write-accounts.ts'

const daySql = (field: string) => sql<string>`(r.fields ->> ${sql.lit(field)})::date`
const amountSql = sql<string>`(r.fields ->> 'amount')::numeric`
const existsProductWhere = (condition: ReturnType<typeof sql<SqlBool>>) =>
  sql<SqlBool>`exists (select from product p where ${openedProductSql} and (${condition}))`

const checkAccountDates = async ({ refuse, businessDate }: RowCheckContext): Promise<void> => {
  await refuse('openedOn', 'future', sql`${daySql('openedOn')} > ${businessDate}::date`)
  await refuse('balanceOn', 'future', sql`${daySql('balanceOn')} > ${businessDate}::date`)
  await refuse('balanceOn', 'beforeOpening', sql`${daySql('balanceOn')} < ${daySql('openedOn')}`)
  await refuse('balanceOn', 'monthClosed', sql`${daySql('balanceOn')} <= (select closed_through from ledger_period)`)
}

/** What the product says of its accounts, as it does where one is opened on the screen. */
const checkAccountTerms = async ({ tx, refuse, businessDate, maker }: RowCheckContext): Promise<void> => {
  const months = sql`(r.fields ->> 'termMonths')::smallint`
  await refuse('openedProduct', 'unknownProduct', sql`not ${existsProductWhere(sql`p.family <> 'current'`)}`)
  await refuse('termMonths', 'term', existsProductWhere(sql`p.term_months is not null and p.term_months <> ${months}`))
  await refuse('amount', 'belowProduct', existsProductWhere(sql`${amountSql} < p.minimum`))
  await refuse('amount', 'overProduct', existsProductWhere(sql`${amountSql} > p.maximum`))
  await refuse('openedOn', 'matured', sql`${expiresOnSql} <= ${businessDate}::date`)
  await refuse('rate', 'rate', sql`(${accountTermsSql('rate')}) is null`)
  if (maker.role === null) return
  const limit = await findBonusLimit(tx, { role: maker.role, businessDate })
  await refuse('bonusRate', 'overBonus', sql`coalesce((r.fields ->> 'bonusRate')::numeric, 0) > ${limit}::numeric`)
}

const checkHolders = async ({ refuse }: RowCheckContext): Promise<void> => {
  const isBlocked = (clientId: ReturnType<typeof sql>) =>
    sql<SqlBool>`exists (select from client c where c.id = ${clientId} and c.block_kind is not null)`
  await refuse('client', 'clientBlocked', isBlocked(sql`r.client_id`))
  await refuse('coHolder', 'client', sql`r.fields -> 'coHolder' <> 'null' and r.fields ->> 'coHolderId' is null`)
  await refuse('coHolder', 'invalid', sql`(r.fields ->> 'coHolderId')::bigint = r.client_id`)
  await refuse('coHolder', 'clientBlocked', isBlocked(sql`(r.fields ->> 'coHolderId')::bigint`))
}

/** Accounts that are open, each with its balance of a day: terms as they were agreed, money against the opening balances. */
export const accountsHandler = defineImportKind({
  headings: {
    client: clientColumnHeadings,
    openedProduct: [
      'producto',
      'codigo producto',
      'codigo de producto',
      'produto',
      'codigo do produto',
      'product',
      'product code',
    ],
    openedOn: [
      'fecha de apertura',
      'fecha apertura',
      'apertura',
      'fecha de alta',
      'fecha alta',
      'alta',
      'fecha de inicio',
      'fecha inicio',
      'inicio',
      'data de abertura',
      'abertura',
      'data de inicio',
      'opening date',
      'opened',
      'start date',
      'fecha',
    ],
    amount: [
      'saldo',
      'saldo inicial',
      'capital',
      'importe',
      'principal',
      'saldo de apertura',
      'saldo actual',
      'montante',
      'balance',
      'opening balance',
      'current balance',
    ],
    number: [
      'cuenta',
      'numero de cuenta',
      'n cuenta',
      'contrato',
      'numero de contrato',
      'conta',
      'numero da conta',
      'account',
      'account number',
      'contract',
    ],
    balanceOn: [
      'fecha saldo',
      'fecha del saldo',
      'fecha de saldo',
      'saldo a fecha',
      'data do saldo',
      'balance date',
      'as of',
    ],
    rate: ['tipo', 'tipo de interes', 'interes', 'tasa', 'tin', 'taxa', 'taxa de juro', 'interest rate'],
    bonusRate: ['interes extra', 'bonificacion', 'juro extra', 'bonus', 'bonus rate'],
    termMonths: [
      'plazo',
      'plazo meses',
      'plazo en meses',
      'meses',
      'prazo',
      'prazo meses',
      'term',
      'months',
      'term months',
    ],
    maturity: [
      'instruccion',
      'al vencimiento',
      'instruccion al vencimiento',
      'instrucao',
      'no vencimento',
      'at maturity',
      'instruction',
    ],
    coHolder: [
      'cotitular',
      'segundo titular',
      'titular 2',
      'cotitular cvl',
      'segundo titular nif',
      'joint holder',
      'second holder',
    ],
    coHolderShare: ['participacion cotitular', 'porcentaje cotitular', 'cotitular porcentaje', 'share', 'percentagem'],
    signature: ['firma', 'firmas', 'disposicion', 'assinatura'],
  },
  read: readAccountRow,
  // Without a number it is what it says.
  key: (content) => {
    const { number } = content
    return number ? [number.replace(/[^A-Z0-9]/g, '')] : [content]
  },
  keyField: 'number',
  subject: (content) => toRowSubject(content.client),
  subjectField: 'client',
  prepare: async (tx, maker) => {
    await createImportedBeforeTable(tx, 'accounts')
    await resolveNamedClients(tx, maker, { field: 'coHolder', idField: 'coHolderId' })
  },
  known: sql<SqlBool>`exists (${importedBeforeSql} and o.hash = r.hash)`,
  check: async (checking) => {
    const { refuse } = checking
    await refuse('number', 'otherContent', sql`exists (${importedBeforeSql} and o.hash <> r.hash)`)
    await refuse(
      'number',
      'taken',
      sql`r.fields ->> 'number' is not null and exists (
        select from account a where plain_number(a.number) = regexp_replace(r.fields ->> 'number', '[^A-Z0-9]', '', 'g'))`,
    )
    await checkHolders(checking)
    await checkAccountDates(checking)
    await checkAccountTerms(checking)
  },
  figures: {
    word: sql<string>`'openingBalance'`,
    amount: amountSql,
    day: daySql('balanceOn'),
  },
  carryOut: writeAccounts,
  findObstacles: findAccountObstacles,
  undo: undoAccounts,
})
