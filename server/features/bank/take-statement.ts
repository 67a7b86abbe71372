import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { uploadStatement as contract } from '#contract/bank.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { booksCurrency } from '#contract/tenants.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { lockedAccounts } from '#server/domain/lock-account.ts'
import { refreshClients } from '#server/domain/post-journal.ts'
import { dropContent, removeStoredFile, withStoredFile } from '#server/domain/stored-files.ts'
import { type Fresh, insertStatement } from './insert-statements.ts'
import { matchEntries } from './match-entries.ts'
import { placeIncoming } from './place-incoming.ts'
import { readStatementsJob } from './read-statements.ts'
import { matchWaysBack } from './send-back.ts'
import { accountsOfNamed, namedPayments, settleEntries } from './settle-entries.ts'
import type { FileStatement } from './statement-file.ts'

type Input = Parsed<typeof contract>
type Taken = Answer<typeof contract>

/** What this very file has led to. */
const findTaken = async (db: Kysely<DB>, sha256: Buffer): Promise<Taken | undefined> => {
  const taken = await db
    .selectFrom('bankStatement as s')
    .where('s.sha256', '=', sha256)
    .select((eb) => [
      's.id',
      eb
        .selectFrom('bankStatementLine as l')
        .whereRef('l.statementId', '=', 's.id')
        .select(sql<number>`count(*)::int`.as('n'))
        .as('entries'),
    ])
    .orderBy('s.position')
    .execute()
  if (taken.length === 0) return undefined
  return { known: true, statements: taken.map(({ id, entries }) => ({ id, entries: entries ?? 0, fresh: 0 })) }
}

/** The bank account of a statement. One that the firm doesn't pay from, and that nobody has called ours yet, is refused: it could be anybody's. */
const bankAccountOf = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { number, name }: FileStatement,
  isOurs: boolean,
): Promise<string> => {
  const known = await tx.selectFrom('bankAccount').where('number', '=', number).select('id').executeTakeFirst()
  if (known) return known.id
  if (!isOurs && (await findFirmAccount(tx))?.number !== number)
    throw refuse('statement.unknownAccount', { fields: { number } })
  const { id } = await tx
    .insertInto('bankAccount')
    .values({ number, name, addedBy: ctx.person.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = { number: `…${number.slice(-4)}` }
  await audit(tx, ctx, { action: 'bankAccount.added', entity: 'bankAccount', entityId: id, after })
  return id
}

/** Places the lines of a file that no statement had shown before. Of those in another currency than the books' only payments of ours are settled. */
const placeFresh = async (tx: Kysely<DB>, ctx: Ctx, fresh: readonly Fresh[], at: string): Promise<void> => {
  const payments = namedPayments(ctx.prefix, fresh)
  const ofBooks = fresh.filter(({ currency }) => currency === booksCurrency)
  const incoming = ofBooks.filter(({ amount }) => !amount.startsWith('-'))
  const matches = await matchEntries(tx, incoming)
  // All that this will move, at once and in order: nobody else's journal over the same accounts can wait for this one and be waited for.
  const named = matches.flatMap(({ proposed }) => (proposed?.by === 'reference' ? proposed.accountId : []))
  await lockedAccounts(tx, [...new Set([...named, ...(await accountsOfNamed(tx, payments))])])
  const settled = await settleEntries(tx, ctx, payments, at)
  const placed = incoming
    .map((entry, n) => ({ entry, match: matches[n]! }))
    .filter(({ entry }) => !settled.has(entry.id))
  const changed = await placeIncoming(tx, ctx, placed)
  await matchWaysBack(
    tx,
    ctx,
    ofBooks.filter(({ id, amount }) => amount.startsWith('-') && !settled.has(id)),
  )
  if (changed.length > 0) await refreshClients(tx, changed)
}

/**
 * Keeps the statements of a file and books what came in by them: all of it or nothing. One file at a time in a prefix; of the same one sent
 * many times at once one is taken and the others are told what became of it.
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
  const before = await findTaken(ctx.db, sha256)
  if (before) return before
  const described = {
    ...{ purpose: 'bank.statement', entity: 'user', entityId: ctx.person.userId },
    ...{ fileName, contentType: format === 'camt053' ? 'application/xml' : 'text/plain', content },
  }
  let unneeded: string | null = null
  const answer = await withStoredFile(ctx, serving.files, described, async (tx, fileId) => {
    await sql`select pg_advisory_xact_lock(hashtext('bank statement'), hashtext(current_schema()))`.execute(tx)
    const meanwhile = await findTaken(tx, sha256)
    if (meanwhile) {
      await removeStoredFile(tx, fileId)
      unneeded = fileId
      return meanwhile
    }
    const at = new Date(serving.clock()).toISOString()
    const facts = { fileId, sha256, format, fileName, userId: ctx.person.userId, at }
    const taken: Taken['statements'] = []
    const all: Fresh[] = []
    for (const [n, statement] of statements.entries()) {
      const bankAccountId = await bankAccountOf(tx, ctx, statement, ours === 'true')
      const { id, fresh } = await insertStatement(tx, { statement, bankAccountId, position: n + 1, ...facts })
      all.push(...fresh)
      const counted = { entries: statement.entries.length, fresh: fresh.length }
      await audit(tx, ctx, {
        action: 'statement.uploaded',
        entity: 'bankStatement',
        entityId: id,
        after: {
          ...{ from: statement.fromDate, to: statement.toDate, closing: statement.closing, ...counted },
          ...(statement.currency !== booksCurrency && { currency: statement.currency }),
        },
      })
      taken.push({ id, ...counted })
    }
    await placeFresh(tx, ctx, all, at)
    return { known: false, statements: taken }
  })
  await dropContent(raw, unneeded)
  return answer
}
