import type { Client } from 'pg'
import { type Day, isoDay } from '#rules/calendar.ts'
import type { Accounts } from '../accounts.ts'
import { copyRow, copyText, money } from '../copy.ts'
import type { Firm } from '../firm.ts'
import type { Rules } from '../withholding.ts'
import { bonus, interest, withholding } from './kinds.ts'

type Seen = { booked: Day; amount: number; account: number; journal: number }
export type Parts = {
  /** Looks at a journal, in the order of the books: interest and bonus of an account come right before what is withheld of them. */
  see: (kind: number, seen: Seen) => void
  end: () => void
  load: (owner: Client) => Promise<void>
}

const columns = 'account_id, client_id, journal_id, booked_on, base, basis, rate, region, source, amount, country'

/** What was withheld of each payment of interest, and by which rule: all of it from the primary holder, as the demo's accounts pay it. */
export const openParts = (firm: Firm, accounts: Accounts, rules: Rules): Parts => {
  let rows: string[] = []
  let paid: { booked: Day; account: number; cents: number } | null = null
  const write = (journal: number | null, withheld: number): void => {
    if (!paid) return
    const { booked, account, cents } = paid
    const client = accounts.client[account]!
    const { rule, country } = rules(client, booked)
    rows.push(
      copyRow([
        ...[
          firm.first.account + account,
          firm.first.client + client,
          journal,
          isoDay(booked),
          money(cents),
          rule.basis,
        ],
        ...[rule.rate, rule.region, rule.source, money(withheld), country],
      ]),
    )
    paid = null
  }
  return {
    see: (kind, { booked, amount, account, journal }) => {
      const same = paid !== null && paid.account === account && paid.booked === booked
      if (kind === withholding && same) return write(journal, -amount)
      if (kind !== interest && kind !== bonus) return write(null, 0)
      if (!same) write(null, 0)
      paid = { booked, account, cents: (same ? paid!.cents : 0) + amount }
    },
    end: () => write(null, 0),
    load: async (owner) => {
      const ready = rows
      rows = []
      await copyText(owner, 'withholding_part', columns, ready)
    },
  }
}
