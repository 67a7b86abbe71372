import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { uploadBankStatement } from '#contract/bank/uploads.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { accountingCurrency, tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import type { BankFileStatement } from '#rules/bank-file/statement-file.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { readStoredJson } from '#server/core/stored-json.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { refreshClientList } from '#server/domain/post-journal.ts'
import { deleteFileContent, markStoredFileRemoved, withStoredFile } from '#server/domain/stored-files.ts'
import { bookIncomingLines, filterLinesByStep } from './book-incoming-lines.ts'
import { insertStatement, type NewBankEntry } from './insert-statements.ts'
import type { UploadOrigin } from './plan-contributions.ts'
import { type PlannedLine, planStatementLines } from './plan-lines.ts'
import { readStatementsJob } from './read-statements.ts'
import { lockReturningReceipts, recordReceiptReturn } from './receipt-returns.ts'
import { settlePaymentEntries } from './settle-entries.ts'
import {
  hasContinuityChanged,
  refreshPendingUploads,
  summarizeStatements,
  toApprovalFacts,
} from './statement-summary.ts'

type UploadStatementInput = ParsedRequest<typeof uploadBankStatement>
type UploadStatementResult = ResponseBody<typeof uploadBankStatement>

/** The statements that this very file has led to, and how many of their lines no statement had shown before. */
const findUploadedStatements = async (db: Kysely<DB>, sha256: Buffer): Promise<UploadStatementResult['statements']> => {
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

const isStatementBooked = async (db: Kysely<DB>, sha256: Buffer): Promise<boolean> =>
  (await db.selectFrom('bankStatement').where('sha256', '=', sha256).select('id').limit(1).execute()).length > 0

/** What became of this very file when it was uploaded before: it is in the books, or it waits. One that was rejected may come again. */
const findKnownUpload = async (db: Kysely<DB>, sha256: Buffer): Promise<UploadStatementResult | undefined> => {
  const statements = await findUploadedStatements(db, sha256)
  if (statements.length > 0)
    return { known: true, approvalId: null, statements: statements.map((one) => ({ ...one, fresh: 0 })) }
  const pendingUpload = await db
    .selectFrom('bankUpload')
    .where('sha256', '=', sha256)
    .where('state', '=', 'waiting')
    .select('approvalId')
    .executeTakeFirst()
  return pendingUpload && { known: true, approvalId: pendingUpload.approvalId, statements: [] }
}

/** Refuses a statement of a bank account that the firm doesn't pay from, and that nobody has called ours yet: it could be anybody's. */
const assertOwnAccount = async (tx: Kysely<DB>, { number }: BankFileStatement, isOurs: boolean): Promise<void> => {
  if (isOurs || (await findFirmAccount(tx))?.number === number) return
  const existingAccount = await tx
    .selectFrom('bankAccount')
    .where('number', '=', number)
    .select('id')
    .executeTakeFirst()
  if (!existingAccount) throw buildRefusal('statement.unknownAccount', { fields: { number } })
}

/** The bank account of a statement, made known if it wasn't. */
const findOrCreateBankAccount = async (
  tx: Kysely<DB>,
  actor: Actor,
  { number, name }: BankFileStatement,
  userId: string,
) => {
  const existingAccount = await tx
    .selectFrom('bankAccount')
    .where('number', '=', number)
    .select('id')
    .executeTakeFirst()
  if (existingAccount) return existingAccount.id
  const { id } = await tx
    .insertInto('bankAccount')
    .values({ number, name, addedBy: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = { number: `…${number.slice(-4)}` }
  await recordAuditEvent(tx, actor, { action: 'bankAccount.added', entity: 'bankAccount', entityId: id, after })
  return id
}

/** The accounts whose money these lines move. */
const listPlannedAccountIds = (planned: readonly PlannedLine[]): string[] =>
  planned.flatMap(({ step }) => {
    if (step.kind === 'batchPaid') return step.accountIds
    return 'accountId' in step ? step.accountId : []
  })

/** Books the lines of a file that no statement had shown before, by what they are once all that they move is locked. */
const bookNewEntries = async (
  tx: Kysely<DB>,
  actor: Actor,
  {
    fresh: newEntries,
    brought: uploadOrigin,
    at,
  }: { fresh: readonly NewBankEntry[]; brought: UploadOrigin; at: string },
): Promise<void> => {
  // All that this will move, at once and in order: nobody else's journal over the same accounts can wait for this one and be waited for.
  await lockAccounts(tx, [
    ...new Set(listPlannedAccountIds(await planStatementLines(tx, actor, uploadOrigin, newEntries))),
  ])
  await lockReturningReceipts(tx)
  const planned = await planStatementLines(tx, actor, uploadOrigin, newEntries)
  await settlePaymentEntries(tx, actor, filterLinesByStep(planned, 'paid', 'returned', 'batchPaid'), at)
  const changed = await bookIncomingLines(tx, actor, planned)
  for (const { line, step } of filterLinesByStep(planned, 'wentBack'))
    await recordReceiptReturn(tx, actor, { receiptId: step.receiptId, back: line })
  if (changed.length > 0) await refreshClientList(tx, changed)
}

/** One file at a time is proposed or booked in a prefix, of whichever bank account: until the transaction ends the next one waits. */
const lockUploads = (tx: Kysely<DB>) =>
  sql`select pg_advisory_xact_lock(hashtext('bank statement'), hashtext(current_schema()))`.execute(tx)

type UploadReference = { uploadId: string }

const findPendingUpload = (tx: Kysely<DB>, prefix: Ctx['prefix'], uploadId: string) =>
  tx
    .selectFrom('bankUpload')
    .where('id', '=', uploadId)
    .where('state', '=', 'waiting')
    .select(['fileId', 'sha256', 'format', 'fileName', 'ours', 'statements', 'uploadedBy', 'uploadedAt'])
    .select(sql<string>`(uploaded_at at time zone ${tenantFacts[prefix].timeZone})::date::text`.as('uploadedOn'))
    .forUpdate()
    .executeTakeFirst()

/** Refuses a file that was shown to go on where the last statement ended and doesn't any more: another one was booked meanwhile. */
const assertContinuityUnchanged = async (
  tx: Kysely<DB>,
  { prefix }: Actor,
  pendingInput: { statements: readonly BankFileStatement[]; uploadedOn: string; approvalId: string | null },
): Promise<void> => {
  const { statements, uploadedOn, approvalId } = pendingInput
  if (approvalId === null) return
  const summaries = await summarizeStatements(tx, statements, { prefix, uploadedOn })
  if (await hasContinuityChanged(tx, approvalId, summaries)) throw buildRefusal('approval.changedSince')
}

/** A file of the bank: who uploads one could have written it, so that somebody else says whether its lines are booked. */
export const statementUploadTask: ApprovalTask<'statement', UploadReference> = {
  name: 'statement',
  module: 'bt_Extractos',
  secondFactor: true,
  getRecordPath: (uploadId) => uploadId && `/crm/Ingresos/ficheros/${uploadId}`,
  carryOut: async (tx, actor, { payload: { uploadId }, approvalId }) => {
    await lockUploads(tx)
    const upload = await findPendingUpload(tx, actor.prefix, uploadId)
    if (!upload?.fileId || (await isStatementBooked(tx, upload.sha256))) throw buildRefusal('approval.changedSince')
    const { fileId, sha256, format, fileName, ours: isOwnAccount, uploadedBy: userId, uploadedAt: at } = upload
    const approvedBy = approvalId === null ? null : actor.person.userId
    const statements = readStoredJson<BankFileStatement[]>(upload.statements)
    await assertContinuityUnchanged(tx, actor, { statements, uploadedOn: upload.uploadedOn, approvalId })
    const all: NewBankEntry[] = []
    for (const [n, statement] of statements.entries()) {
      await assertOwnAccount(tx, statement, isOwnAccount)
      const bankAccountId = await findOrCreateBankAccount(tx, actor, statement, userId)
      const facts = { fileId, sha256, format, fileName, userId, at, approvedBy }
      const { id, fresh: newEntries } = await insertStatement(tx, {
        statement,
        bankAccountId,
        position: n + 1,
        ...facts,
      })
      all.push(...newEntries)
      const counted = { entries: statement.entries.length, fresh: newEntries.length }
      await recordAuditEvent(tx, actor, {
        action: 'statement.uploaded',
        entity: 'bankStatement',
        entityId: id,
        after: {
          from: statement.fromDate,
          to: statement.toDate,
          closing: statement.closing,
          ...counted,
          ...(statement.currency !== accountingCurrency && { currency: statement.currency }),
        },
      })
    }
    await bookNewEntries(tx, actor, { fresh: all, brought: { uploaderId: userId, uploadedOn: upload.uploadedOn }, at })
    await tx.updateTable('bankUpload').set({ state: 'taken', statements: null }).where('id', '=', uploadId).execute()
    await refreshPendingUploads(
      tx,
      actor.prefix,
      statements.map(({ number }) => number),
    )
  },
  discardChange: async (tx, { payload: { uploadId } }) => {
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
    if (dropped.fileId) await markStoredFileRemoved(tx, dropped.fileId)
  },
}

/**
 * Proposes the stored upload to a second person, who reads its balances, its sums and whether it follows the last file. Answers the approval; null
 * where the firm does without, and the lines are booked already.
 */
const proposeStatementUpload = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { uploadId, statements, fileName }: UploadReference & { statements: readonly BankFileStatement[]; fileName: string },
  now: number,
): Promise<string | null> => {
  const statementSummaries = await summarizeStatements(tx, statements, {
    prefix: ctx.prefix,
    uploadedOn: ctx.businessDate,
  })
  const amount = centsToAmount(
    statementSummaries.reduce((sum, { incomingOfBooks }) => sum + toCents(incomingOfBooks), 0n),
  )
  const entries = statements.reduce((sum, one) => sum + one.entries.length, 0)
  const { approvalId } = await proposeForApproval(
    tx,
    ctx,
    statementUploadTask,
    {
      payload: { uploadId },
      reason: fileName,
      entity: 'bankUpload',
      entityId: uploadId,
      params: { who: statementSummaries[0]?.shown.statementAccount ?? '–', count: String(entries), amount },
      after: toApprovalFacts(statementSummaries),
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
export const receiveStatementUpload = async (
  ctx: Ctx,
  { query: { fileName, ours: isOwnAccount }, content }: UploadStatementInput,
  raw: HttpContext,
): Promise<UploadStatementResult> => {
  const { deps } = raw
  const { format, statements } = await deps.threads.run(readStatementsJob, {
    content,
    prefix: ctx.prefix,
    today: ctx.businessDate,
  })
  const sha256 = createHash('sha256').update(content).digest()
  const before = await findKnownUpload(ctx.db, sha256)
  if (before) return before
  const described = {
    purpose: 'bank.statement',
    entity: 'user',
    entityId: ctx.person.userId,
    fileName,
    contentType: format === 'camt053' ? 'application/xml' : 'text/plain',
    content,
  }
  let unneeded: string | null = null
  const answer = await withStoredFile(ctx, deps.files, described, async (tx, fileId) => {
    await lockUploads(tx)
    const meanwhile = await findKnownUpload(tx, sha256)
    if (meanwhile) {
      await markStoredFileRemoved(tx, fileId)
      unneeded = fileId
      return meanwhile
    }
    for (const statement of statements) await assertOwnAccount(tx, statement, isOwnAccount === 'true')
    const now = deps.clock()
    const { id: uploadId } = await tx
      .insertInto('bankUpload')
      .values({
        fileId,
        sha256,
        format,
        fileName,
        ours: isOwnAccount === 'true',
        statements: JSON.stringify(statements),
        uploadedBy: ctx.person.userId,
        uploadedAt: new Date(now).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const approvalId = await proposeStatementUpload(tx, ctx, { uploadId, statements, fileName }, now)
    return { known: false, approvalId, statements: approvalId ? [] : await findUploadedStatements(tx, sha256) }
  })
  await deleteFileContent(raw, unneeded)
  return answer
}
