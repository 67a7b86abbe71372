import { type SqlBool, sql } from 'kysely'
import { type ImportableMovementKind, outgoingMovementKinds } from '#contract/imports/fields.ts'
import { isPaymentBlocked } from '#server/domain/client-eligibility.ts'
import { defineImportKind, type RowCheckContext } from './import-handler-types.ts'
import { createImportedBeforeTable, importedBeforeSql } from './imported-before.ts'
import { FieldFaultError, parseAccountNumber, parseAmount, parseDate, parseText, parseWord } from './parse-values.ts'
import { postImportRows } from './post-rows.ts'
import { refuseOverdrawnRows } from './refuse-overdrawn.ts'
import { assertRowsUndoable, undoImportRows } from './undo-rows.ts'

/** What people call the kinds of movement, beside our own words for them. */
const movementKindWords: Record<ImportableMovementKind, readonly string[]> = {
  contribution: [
    'aportacion',
    'ingreso',
    'deposito',
    'entrada',
    'abono',
    'deposit',
    'contribuicao',
    'entrega',
    'aporte',
  ],
  withdrawal: ['retirada', 'reintegro', 'salida', 'cargo', 'retiro', 'disposicion', 'levantamento', 'resgate', 'saida'],
  interest: ['interes', 'intereses', 'interests', 'juro', 'juros', 'rendimiento', 'rendimientos'],
  bonus: ['interes extra', 'juro extra', 'bonus interest', 'bonificacion', 'bonus', 'extra', 'bonificacao', 'bono'],
  penalty: ['penalizacion', 'penalidade', 'penalizacao', 'sancion'],
  fee: ['comision', 'comisiones', 'gasto', 'gastos', 'fees', 'comissao', 'comissoes', 'despesa'],
  adjustment: ['ajuste', 'regularizacion', 'saldo inicial', 'opening balance', 'saldo de apertura', 'regularizacao'],
}

/** An amount with the sign that it has for the client: what goes out is negative however it was written. */
const toSignedAmount = (amount: string, kind: ImportableMovementKind): string => {
  const size = amount.replace('-', '')
  if (outgoingMovementKinds.includes(kind)) return `-${size}`
  if (amount.startsWith('-') && kind !== 'adjustment') throw new FieldFaultError('sign')
  return amount
}

const bookingDateSql = sql<string>`r.day`
const valueDateSql = sql<string>`(r.fields ->> 'valueDate')::date`
const movementKindSql = sql<string>`r.word`
const existsAccountWhere = (condition: ReturnType<typeof sql<SqlBool>>) =>
  sql<SqlBool>`exists (select from account a where a.id = r.account_id and (${condition}))`

/** Interest that is paid out never stands in the account: it would earn. */
const paysInterestOutSql = sql<SqlBool>`${movementKindSql} in ('interest', 'bonus') and exists (
  select from account_terms t where t.account_id = r.account_id and t.accrues and not t.capitalised)`

const checkMovementDates = async ({ refuse, businessDate }: RowCheckContext): Promise<void> => {
  await refuse('bookingDate', 'future', sql`${bookingDateSql} > ${businessDate}::date`)
  await refuse('bookingDate', 'monthClosed', sql`${bookingDateSql} <= (select closed_through from ledger_period)`)
  await refuse('bookingDate', 'beforeOpening', existsAccountWhere(sql`${bookingDateSql} < a.opened_on`))
  await refuse('valueDate', 'future', sql`${valueDateSql} > ${businessDate}::date`)
  await refuse('valueDate', 'beforeOpening', existsAccountWhere(sql`${valueDateSql} < a.opened_on`))
}

/** Contributions, withdrawals, interest, fees: what has happened, booked on its own days. */
export const movementsHandler = defineImportKind({
  headings: {
    account: [
      'cuenta',
      'numero de cuenta',
      'n cuenta',
      'conta',
      'numero da conta',
      'account number',
      'contrato',
      'iban',
    ],
    bookingDate: [
      'fecha',
      'fecha contable',
      'fecha operacion',
      'fecha de operacion',
      'date',
      'booking date',
      'data',
      'data contabilistica',
      'dia',
    ],
    amount: ['importe', 'cantidad', 'monto', 'valor', 'importancia', 'montante', 'euros', 'value'],
    kind: ['tipo', 'tipo de movimiento', 'movimiento', 'type', 'clase', 'tipo de movimento', 'movement'],
    valueDate: ['fecha valor', 'fecha de valor', 'f valor', 'value date', 'data valor', 'data de valor', 'data-valor'],
    description: [
      'concepto',
      'descripcion',
      'detalle',
      'observaciones',
      'descricao',
      'descritivo',
      'concept',
      'memo',
      'text',
    ],
    reference: [
      'referencia',
      'ref',
      'id',
      'identificador',
      'numero de movimiento',
      'referencia externa',
      'external reference',
      'codigo',
    ],
  },
  read: (reading, { form }) => {
    const number = reading('account', parseAccountNumber)
    const bookingDate = reading('bookingDate', (text) => parseDate(text, form))
    const amount = reading('amount', (text) => parseAmount(text, form))
    const named = reading('kind', (text) => parseWord(text, movementKindWords))
    const valueDate = reading('valueDate', (text) => parseDate(text, form))
    const description = reading('description', (text) => parseText(text, 500))
    const reference = reading('reference', (text) => parseText(text, 200))
    if (amount === undefined || named === undefined) return undefined
    const of = named ?? (amount?.startsWith('-') ? 'withdrawal' : 'contribution')
    const moved = reading('amount', () => toSignedAmount(amount!, of))
    if (!number || !bookingDate || !moved || [valueDate, description, reference].includes(undefined)) return undefined
    const days = { bookingDate, valueDate: valueDate ?? bookingDate }
    return { account: number, amount: moved, kind: of, ...days, description: description!, reference: reference! }
  },
  // Without a reference it is what it says: two that say the same can't be told apart.
  key: (content) => (content.reference ? [content.reference] : [content]),
  keyField: 'reference',
  subject: (content) => ({ account: content.account }),
  subjectField: 'account',
  prepare: (tx) => createImportedBeforeTable(tx, 'movements'),
  known: sql<SqlBool>`exists (${importedBeforeSql} and o.hash = r.hash)`,
  check: async (checking) => {
    const { refuse, businessDate } = checking
    await refuse('reference', 'otherContent', sql`exists (${importedBeforeSql} and o.hash <> r.hash)`)
    await refuse('account', 'notActive', existsAccountWhere(sql`a.status <> 'active'`))
    await checkMovementDates(checking)
    await refuse('kind', 'kindNotForProduct', paysInterestOutSql)
    await refuse(
      'account',
      'blocked',
      sql`${movementKindSql} = 'withdrawal' and ${existsAccountWhere(isPaymentBlocked(businessDate))}`,
    )
    await refuseOverdrawnRows(checking)
  },
  figures: {
    word: sql<string>`r.fields ->> 'kind'`,
    amount: sql<string>`(r.fields ->> 'amount')::numeric`,
    day: sql<string>`(r.fields ->> 'bookingDate')::date`,
  },
  carryOut: postImportRows,
  findObstacles: assertRowsUndoable,
  undo: undoImportRows,
})
