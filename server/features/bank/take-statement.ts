import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { uploadStatement as contract } from '#contract/bank/uploads.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { booksCurrency, tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import type { FileStatement } from '#rules/bank-file/statement-file.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import type { Doer, Task } from '#server/core/task.ts'
import { propose } from '#server/domain/approvals.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { refreshClients } from '#server/domain/post-journal.ts'
import { dropContent, removeStoredFile, withStoredFile } from '#server/domain/stored-files.ts'
import { type Fresh, insertStatement } from './insert-statements.ts'
import { linesOf, placeIncoming } from './place-incoming.ts'
import type { Brought } from './plan-contributions.ts'
import { type PlannedLine, planLines } from './plan-lines.ts'
import { readStatementsJob } from './read-statements.ts'
import { lockReturning, noteWentBack } from './send-back.ts'
import { settleEntries } from './settle-entries.ts'
import { hasStoppedFollowing, refreshWaiting, shownOf, summarizeStatements } from './statement-summary.ts'

type Input = Parsed<typeof contract>
type Taken = Answer<typeof contract>

/** The statements that this very file has led to, and how many of their lines no statement had shown before. */
const findTakenStatements = async (db: Kysely<DB>, sha256: Buffer): Promise<Taken['statements']> => {
  const taken = await db
    .selectFrom('bankStatement as s')
    .leftJoin('bankStatementLine as l', 'l.statementId', 's.id')
    .where('s.sha256', '=', sha256)
    .groupBy('s.id')
    .orderBy('s.position')
    .select([
      's.id',
      sql<number>`count(l.line)::int`.as('entries'),
      sql<number>`count(*) filter (where not l.known)::int`.as('fresh'),
    ])
    .execute()
  return taken
}

const findTaken = async (db: Kysely<DB>, sha256: Buffer): Promise<boolean> =>
  (await db.selectFrom('bankStatement').where('sha256', '=', sha256).select('id').limit(1).execute()).length > 0

/** What became of this very file when it was uploaded before: it is in the books, or it waits. One that was rejected may come again. */
const findKnown = async (db: Kysely<DB>, sha256: Buffer): Promise<Taken | undefined> => {
  const statements = await findTakenStatements(db, sha256)
  if (statements.length > 0)
    return { known: true, approvalId: null, statements: statements.map((one) => ({ ...one, fresh: 0 })) }
  const waiting = await db
    .selectFrom('bankUpload')
    .where('sha256', '=', sha256)
    .where('state', '=', 'waiting')
    .select('approvalId')
    .executeTakeFirst()
  return waiting && { known: true, approvalId: waiting.approvalId, statements: [] }
}

/** Refuses a statement of a bank account that the firm doesn't pay from, and that nobody has called ours yet: it could be anybody's. */
const assertOurs = async (tx: Kysely<DB>, { number }: FileStatement, isOurs: boolean): Promise<void> => {
  if (isOurs || (await findFirmAccount(tx))?.number === number) return
  const known = await tx.selectFrom('bankAccount').where('number', '=', number).select('id').executeTakeFirst()
  if (!known) throw refuse('statement.unknownAccount', { fields: { number } })
}

/** The bank account of a statement, made known if it wasn't. */
const bankAccountOf = async (tx: Kysely<DB>, doer: Doer, { number, name }: FileStatement, userId: string) => {
  const known = await tx.selectFrom('bankAccount').where('number', '=', number).select('id').executeTakeFirst()
  if (known) return known.id
  const { id } = await tx
    .insertInto('bankAccount')
    .values({ number, name, addedBy: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = { number: `…${number.slice(-4)}` }
  await audit(tx, doer, { action: 'bankAccount.added', entity: 'bankAccount', entityId: id, after })
  return id
}

/** The accounts whose money these lines move. */
const accountsOf = (planned: readonly PlannedLine[]): string[] =>
  planned.flatMap(({ step }) => {
    if (step.kind === 'batchPaid') return step.accountIds
    return 'accountId' in step ? step.accountId : []
  })

/** Books the lines of a file that no statement had shown before, by what they are once all that they move is locked. */
const placeFresh = async (
  tx: Kysely<DB>,
  doer: Doer,
  { fresh, brought, at }: { fresh: readonly Fresh[]; brought: Brought; at: string },
): Promise<void> => {
  // All that this will move, at once and in order: nobody else's journal over the same accounts can wait for this one and be waited for.
  await lockAccounts(tx, [...new Set(accountsOf(await planLines(tx, doer, brought, fresh)))])
  await lockReturning(tx)
  const planned = await planLines(tx, doer, brought, fresh)
  await settleEntries(tx, doer, linesOf(planned, 'paid', 'returned', 'batchPaid'), at)
  const changed = await placeIncoming(tx, doer, planned)
  for (const { line, step } of linesOf(planned, 'wentBack'))
    await noteWentBack(tx, doer, { receiptId: step.receiptId, back: line })
  if (changed.length > 0) await refreshClients(tx, changed)
}

/** One file at a time is proposed or booked in a prefix, of whichever bank account: until the transaction ends the next one waits. */
const lockUploads = (tx: Kysely<DB>) =>
  sql`select pg_advisory_xact_lock(hashtext('bank statement'), hashtext(current_schema()))`.execute(tx)

type Upload = { uploadId: string }

const findWaiting = (tx: Kysely<DB>, prefix: Ctx['prefix'], uploadId: string) =>
  tx
    .selectFrom('bankUpload')
    .where('id', '=', uploadId)
    .where('state', '=', 'waiting')
    .select(['fileId', 'sha256', 'format', 'fileName', 'ours', 'statements', 'uploadedBy', 'uploadedAt'])
    .select(sql<string>`(uploaded_at at time zone ${tenantFacts[prefix].timeZone})::date::text`.as('uploadedOn'))
    .forUpdate()
    .executeTakeFirst()

/** Refuses a file that was shown to go on where the last statement ended and doesn't any more: another one was booked meanwhile. */
const assertFollowing = async (
  tx: Kysely<DB>,
  { prefix }: Doer,
  given: { statements: readonly FileStatement[]; uploadedOn: string; approvalId: string | null },
): Promise<void> => {
  const { statements, uploadedOn, approvalId } = given
  if (approvalId === null) return
  const summaries = await summarizeStatements(tx, statements, { prefix, uploadedOn })
  if (await hasStoppedFollowing(tx, approvalId, summaries)) throw refuse('approval.changedSince')
}

/** A file of the bank: who uploads one could have written it, so that somebody else says whether its lines are booked. */
export const statementTask: Task<'statement', Upload> = {
  name: 'statement',
  module: 'bt_Extractos',
  secondFactor: true,
  pageOf: (uploadId) => uploadId && `/crm/Ingresos/ficheros/${uploadId}`,
  carryOut: async (tx, doer, { payload: { uploadId }, approvalId }) => {
    await lockUploads(tx)
    const upload = await findWaiting(tx, doer.prefix, uploadId)
    if (!upload?.fileId || (await findTaken(tx, upload.sha256))) throw refuse('approval.changedSince')
    const { fileId, sha256, format, fileName, ours, uploadedBy: userId, uploadedAt: at } = upload
    const approvedBy = approvalId === null ? null : doer.person.userId
    const statements = upload.statements as unknown as FileStatement[]
    await assertFollowing(tx, doer, { statements, uploadedOn: upload.uploadedOn, approvalId })
    const all: Fresh[] = []
    for (const [n, statement] of statements.entries()) {
      await assertOurs(tx, statement, ours)
      const bankAccountId = await bankAccountOf(tx, doer, statement, userId)
      const facts = { fileId, sha256, format, fileName, userId, at, approvedBy }
      const { id, fresh } = await insertStatement(tx, { statement, bankAccountId, position: n + 1, ...facts })
      all.push(...fresh)
      const counted = { entries: statement.entries.length, fresh: fresh.length }
      await audit(tx, doer, {
        action: 'statement.uploaded',
        entity: 'bankStatement',
        entityId: id,
        after: {
          ...{ from: statement.fromDate, to: statement.toDate, closing: statement.closing, ...counted },
          ...(statement.currency !== booksCurrency && { currency: statement.currency }),
        },
      })
    }
    await placeFresh(tx, doer, { fresh: all, brought: { uploaderId: userId, uploadedOn: upload.uploadedOn }, at })
    await tx.updateTable('bankUpload').set({ state: 'taken', statements: null }).where('id', '=', uploadId).execute()
    await refreshWaiting(
      tx,
      doer.prefix,
      statements.map(({ number }) => number),
    )
  },
  drop: async (tx, { payload: { uploadId } }) => {
    const dropped = await tx
      .selectFrom('bankUpload')
      .where('id', '=', uploadId)
      .where('state', '=', 'waiting')
      .select('fileId')
      .forUpdate()
      .executeTakeFirst()
    if (!dropped) return
    await tx
      .updateTable('bankUpload')
      .set({ state: 'dropped', statements: null, fileId: null })
      .where('id', '=', uploadId)
      .execute()
    if (dropped.fileId) await removeStoredFile(tx, dropped.fileId)
  },
}

/**
 * Proposes the stored upload to a second person, who reads its balances, its sums and whether it follows the last file. Answers the approval; null
 * where the firm does without, and the lines are booked already.
 */
const proposeUpload = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { uploadId, statements, fileName }: Upload & { statements: readonly FileStatement[]; fileName: string },
  now: number,
): Promise<string | null> => {
  const told = await summarizeStatements(tx, statements, { prefix: ctx.prefix, uploadedOn: ctx.businessDate })
  const amount = moneyOf(told.reduce((sum, { incomingOfBooks }) => sum + centsOf(incomingOfBooks), 0n))
  const entries = statements.reduce((sum, one) => sum + one.entries.length, 0)
  const { approvalId } = await propose(
    tx,
    ctx,
    statementTask,
    {
      ...{ payload: { uploadId }, reason: fileName, entity: 'bankUpload', entityId: uploadId },
      params: { who: told[0]?.shown.statementAccount ?? '–', count: String(entries), amount },
      after: shownOf(told),
    },
    now,
  )
  if (approvalId) await tx.updateTable('bankUpload').set({ approvalId }).where('id', '=', uploadId).execute()
  return approvalId
}

/**
 * Reads a file and proposes it; what came in by it is booked once somebody else has approved it, or at once where the firm does without: all
 * of it or nothing. One file at a time in a prefix; of the same one sent many times at once one is taken and the others are told what became of it.
 */
export const takeStatement = async (
  ctx: Ctx,
  { query: { fileName, ours }, content }: Input,
  raw: Raw,
): Promise<Taken> => {
  const { serving } = raw
  const { format, statements } = await serving.threads.run(readStatementsJob, {
    content,
    prefix: ctx.prefix,
    today: ctx.businessDate,
  })
  const sha256 = createHash('sha256').update(content).digest()
  const before = await findKnown(ctx.db, sha256)
  if (before) return before
  const described = {
    ...{ purpose: 'bank.statement', entity: 'user', entityId: ctx.person.userId },
    ...{ fileName, contentType: format === 'camt053' ? 'application/xml' : 'text/plain', content },
  }
  let unneeded: string | null = null
  const answer = await withStoredFile(ctx, serving.files, described, async (tx, fileId) => {
    await lockUploads(tx)
    const meanwhile = await findKnown(tx, sha256)
    if (meanwhile) {
      await removeStoredFile(tx, fileId)
      unneeded = fileId
      return meanwhile
    }
    for (const statement of statements) await assertOurs(tx, statement, ours === 'true')
    const now = serving.clock()
    const { id: uploadId } = await tx
      .insertInto('bankUpload')
      .values({
        ...{ fileId, sha256, format, fileName, ours: ours === 'true', statements: JSON.stringify(statements) },
        ...{ uploadedBy: ctx.person.userId, uploadedAt: new Date(now).toISOString() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const approvalId = await proposeUpload(tx, ctx, { uploadId, statements, fileName }, now)
    return { known: false, approvalId, statements: approvalId ? [] : await findTakenStatements(tx, sha256) }
  })
  await dropContent(raw, unneeded)
  return answer
}
