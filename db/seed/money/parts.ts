import type { Client } from 'pg'
import { type DayNumber, toIsoDate } from '#rules/calendar.ts'
import type { SeedAccounts } from '../accounts.ts'
import { copyTextRows, formatCents, formatCopyRow } from '../copy.ts'
import type { SeedFirm } from '../firm.ts'
import type { RuleFinder } from '../withholding.ts'
import { bonusKind, interestKind, withholdingKind } from './kinds.ts'

type SeenJournal = { booked: DayNumber; amount: number; account: number; journal: number }
export type WithholdingParts = {
  /** Looks at a journal, in the order of the books: interest and bonus of an account come right before what is withheld of them. */
  addJournal: (kind: number, seen: SeenJournal) => void
  end: () => void
  load: (owner: Client) => Promise<void>
}

const partColumns = 'account_id, client_id, journal_id, booked_on, base, basis, rate, region, source, amount, country'

/** What was withheld of each payment of interest, and by which rule: all of it from the primary holder, as the demo's accounts pay it. */
export const collectWithholdingParts = (
  firm: SeedFirm,
  accounts: SeedAccounts,
  rules: RuleFinder,
): WithholdingParts => {
  let rows: string[] = []
  let paid: { booked: DayNumber; account: number; cents: number } | null = null
  const write = (journal: number | null, withheld: number): void => {
    if (!paid) return
    const { booked, account, cents } = paid
    const client = accounts.client[account]!
    const { rule, country } = rules(client, booked)
    rows.push(
      formatCopyRow([
        firm.first.account + account,
        firm.first.client + client,
        journal,
        toIsoDate(booked),
        formatCents(cents),
        rule.basis,
        rule.rate,
        rule.region,
        rule.source,
        formatCents(withheld),
        country,
      ]),
    )
    paid = null
  }
  return {
    addJournal: (kind, { booked, amount, account, journal }) => {
      const same = paid !== null && paid.account === account && paid.booked === booked
      if (kind === withholdingKind && same) return write(journal, -amount)
      if (kind !== interestKind && kind !== bonusKind) return write(null, 0)
      if (!same) write(null, 0)
      paid = { booked, account, cents: (same ? paid!.cents : 0) + amount }
    },
    end: () => write(null, 0),
    load: async (owner) => {
      const ready = rows
      rows = []
      await copyTextRows(owner, 'withholding_part', partColumns, ready)
    },
  }
}
