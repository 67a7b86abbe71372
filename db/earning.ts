import { ledgers } from '#rules/ledgers.ts'

/** Builds a statement from its text and its parts: Kysely's `sql`, or `String.raw` where the parts are text already. */
type SqlBuilder<Part> = (text: TemplateStringsArray, ...parts: (Part | number)[]) => Part

/**
 * What moved the account `a`, a row for each value date: its capital, the interest and bonus paid to it, the penalties that parts which left early
 * were charged, how many payouts, and the last journal. `lines` says which postings l and journals j count at all, `paid` which of them as
 * interest or bonus. The accrual, the quote of leaving, the explanation of the interest, the opening and the demo firm read this one text, so that
 * they agree to the cent.
 * See docs/decisions/0101-sql-gates.md
 */
export const buildMovesByValueDate = <Part>(
  build: SqlBuilder<Part>,
  { lines, paid }: { lines: Part; paid: Part },
): Part =>
  build`select j.value_date, sum(-l.amount) filter (where l.ledger = ${ledgers.capital}) as amount,
               sum(-l.amount) filter (where j.kind = 'interest' and ${paid}) as interest,
               sum(-l.amount) filter (where j.kind = 'bonus' and ${paid}) as bonus,
               sum(l.amount) filter (where j.kind = 'penalty' and j.source = 'payment') as charged,
               count(*) filter (where j.kind in ('interest', 'bonus')) as payouts, max(l.journal_id) as last_journal
          from posting l join journal j on j.id = l.journal_id
         where l.account_id = a.id and ${lines} group by j.value_date`
