import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { JournalDetail } from '#contract/journals.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { naturalNameSql, userNameSql } from '#server/core/person-name.ts'

/** What stands against taking the journal `j` back: it was, or does so itself, or it is the bank's, or somebody is asked already, or an account is over. */
const reversalObstacleSql = sql<JournalDetail['bar']>`case when j.reverses_id is not null then 'ledger.isReversal'
  when exists (select from journal r where r.reverses_id = j.id) then 'ledger.reversed'
  when j.source = 'payment' then 'ledger.ofPayment'
  when j.source = 'statement' and not exists (select from posting p where p.journal_id = j.id and p.account_id is not null) then 'ledger.ofBank'
  when exists (select from approval a where a.entity = 'journal' and a.entity_id = j.id and a.task = 'reversal' and a.state = 'pending')
    then 'ledger.reversalWaits'
  when exists (select from posting p join account a on a.id = p.account_id where p.journal_id = j.id and a.status <> 'active')
    then 'account.notActive' end`

/** Why a journal can't be reversed; null where it can. */
export const findReversalObstacle = async (db: Kysely<DB>, journalId: string): Promise<JournalDetail['bar']> => {
  const found = await db
    .selectFrom('journal as j')
    .where('j.id', '=', journalId)
    .select(reversalObstacleSql.as('bar'))
    .executeTakeFirst()
  return found?.bar ?? null
}

/** Who is credited with which part of the journal `j`, each told as its account is; null for whoever may not see captation. */
const creditedPartsSql = (
  { db, person }: Pick<Ctx, 'db' | 'person'>,
  seen: RawBuilder<SqlBool>,
): RawBuilder<JournalDetail['attribution']> => {
  if (!person.rights.may('bt_Mes', 'view')) return sql`null`
  return jsonArrayFrom(
    db
      .selectFrom('captation as p')
      .leftJoin('employee as e', 'e.id', 'p.employeeId')
      .where(sql<SqlBool>`p.journal_id = j.id and ${seen}`)
      .select([
        'p.n',
        'p.role',
        naturalNameSql<string | null>('e').as('name'),
        sql<string>`p.share::text`.as('share'),
        sql<string>`p.amount::text`.as('amount'),
        sql<boolean | null>`case when p.kind = 'contribution' then p.is_new end`.as<'isNew'>(sql`"isNew"`),
      ])
      .orderBy('p.n'),
  )
}

/** A journal with its lines, each on its side. `seen`: whether the caller sees the account of the line or part `p`; of others no number is told. */
export const selectJournalDetail = (
  { db, person }: Pick<Ctx, 'db' | 'person'>,
  journalId: string,
  seen: RawBuilder<SqlBool>,
) =>
  db
    .selectFrom('journal as j')
    .where('j.id', '=', journalId)
    .select(['j.id', 'j.kind', 'j.bookingDate', 'j.valueDate', 'j.recordedAt', 'j.description', 'j.reversesId'])
    .select((eb) => [
      userNameSql('j.created_by').as('byName'),
      sql<string | null>`(select r.id from journal r where r.reverses_id = j.id)`.as('reversedById'),
      reversalObstacleSql.as('bar'),
      creditedPartsSql({ db, person }, seen).as('attribution'),
      jsonArrayFrom(
        eb
          .selectFrom('posting as p')
          .innerJoin('ledgerAccount as l', 'l.id', 'p.ledger')
          .leftJoin('account as a', 'a.id', 'p.accountId')
          .whereRef('p.journalId', '=', 'j.id')
          .select([
            'p.line',
            'l.code as ledger',
            // The keys inside of the JSON are written as they stand.
            sql<string | null>`l.name`.as<'ledgerName'>(sql`"ledgerName"`),
            sql<string | null>`case when ${seen} then a.number end`.as<'accountNumber'>(sql`"accountNumber"`),
            sql<string | null>`case when p.amount > 0 then p.amount::text end`.as('debit'),
            sql<string | null>`case when p.amount < 0 then (-p.amount)::text end`.as('credit'),
          ])
          .orderBy('p.line'),
      ).as('lines'),
    ])
