import { type SqlBool, sql } from 'kysely'
import type { maturityInstructions } from '#contract/products.ts'
import {
  assertInstructionsRestorable,
  changeInstructions,
  isUnsignedSql,
  restorePreviousInstructions,
} from './change-instructions.ts'
import { defineImportKind } from './import-handler-types.ts'
import { parseAccountNumber, parseText, parseWord } from './parse-values.ts'

type MaturityInstruction = (typeof maturityInstructions)[number]

const instructionWords: Record<MaturityInstruction, readonly string[]> = {
  pay_out: [
    'pagar',
    'reembolsar',
    'devolver',
    'cobrar',
    'abonar',
    'pay',
    'repay',
    'pagamento',
    'reembolso',
    'pagar tudo',
  ],
  renew_principal: [
    'renovar capital',
    'renovar el capital',
    'renovar solo capital',
    'renew capital',
    'renovar o capital',
  ],
  renew_all: [
    'renovar',
    'renovar todo',
    'renovar capital e intereses',
    'renew',
    'renew all',
    'renovar tudo',
    'renovar capital e juros',
  ],
  transfer: ['traspasar', 'transferir', 'traspaso', 'otro producto', 'transferencia', 'outro produto', 'switch'],
}

/** Whether all holders have signed, as people write yes and no. */
const signedWords = { yes: ['si', 's', 'sim', 'y', 'x', '1', 'true'], no: ['n', 'nao', '0', 'false'] } as const

const instructionFieldSql = sql`r.fields ->> 'instruction'`
const productIdSql = sql`(select p.id from product p where upper(p.code) = upper(r.fields ->> 'product'))`
const existsAccountWhere = (condition: ReturnType<typeof sql<SqlBool>>) =>
  sql<SqlBool>`exists (select from account a where a.id = r.account_id and (${condition}))`

/** What becomes of accounts at their maturity: until its eve. */
export const instructionsHandler = defineImportKind({
  headings: {
    account: ['cuenta', 'numero de cuenta', 'conta', 'numero da conta', 'account number', 'contrato'],
    instruction: [
      'instruccion',
      'instrucciones',
      'al vencimiento',
      'vencimiento',
      'instrucao',
      'instrucoes',
      'no vencimento',
      'at maturity',
    ],
    product: [
      'producto',
      'codigo de producto',
      'producto destino',
      'produto',
      'produto destino',
      'product code',
      'destino',
    ],
    allSigned: [
      'firmado por todos',
      'firman todos',
      'han firmado todos',
      'firmas',
      'firmado',
      'assinado por todos',
      'assinado',
      'signed by all',
      'signed',
    ],
  },
  read: (reading) => {
    const number = reading('account', parseAccountNumber)
    const instruction = reading('instruction', (text) => parseWord(text, instructionWords))
    const to = reading('product', (text) => parseText(text.trim(), 40))
    const isSigned = reading('allSigned', (text) => parseWord(text, signedWords))
    if (!number || !instruction || to === undefined || isSigned === undefined) return undefined
    return { account: number, instruction, product: to, allSigned: isSigned === 'yes' ? 'yes' : null }
  },
  key: ({ account: number }) => [number],
  keyField: 'reference',
  subject: (content) => ({ account: content.account }),
  subjectField: 'account',
  known: existsAccountWhere(
    sql`a.instruction::text = ${instructionFieldSql} and a.transfer_product_id is not distinct from ${productIdSql}`,
  ),
  check: async ({ refuse, businessDate }) => {
    await refuse(
      'account',
      'tooLate',
      existsAccountWhere(sql`a.status <> 'active' or a.expires_on is null or a.expires_on <= ${businessDate}::date`),
    )
    await refuse('allSigned', 'allSign', existsAccountWhere(sql`a.signature = 'all' and ${isUnsignedSql('r')}`))
    await refuse(
      'product',
      'productMissing',
      sql`${instructionFieldSql} = 'transfer' and r.fields ->> 'product' is null`,
    )
    await refuse(
      'product',
      'productUnasked',
      sql`${instructionFieldSql} <> 'transfer' and r.fields ->> 'product' is not null`,
    )
    await refuse(
      'product',
      'product',
      sql`r.fields ->> 'product' is not null and not exists (
        select from product p where p.id = ${productIdSql} and p.on_sale and p.accrues and p.family <> 'current')`,
    )
  },
  figures: {
    word: sql<string>`r.fields ->> 'instruction'`,
    amount: sql<null>`null::numeric`,
    day: sql<null>`null::date`,
  },
  carryOut: changeInstructions,
  findObstacles: assertInstructionsRestorable,
  undo: restorePreviousInstructions,
})
