import { type Kysely, sql } from 'kysely'
import type { ContributionRules } from '#contract/payment-settings.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Task } from '#server/core/task.ts'
import { contributionRulesKey, findContributionRules } from '#server/domain/contribution-rules.ts'
import { notifyApprovers } from '#server/domain/notify-approvers.ts'

/** Whether the rules are what somebody saw, and nobody else's to change until the transaction ends. */
export const lockContributionRules = async (tx: Kysely<DB>, seen: ContributionRules): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ${contributionRulesKey}, 0))`.execute(tx)
  const known = await findContributionRules(tx)
  return known.daysBack === seen.daysBack && known.confirmDays === seen.confirmDays
}

/** How far back one person may date money by hand, and how long the bank may take to confirm it: guarded as a limit is. */
export const contributionRulesTask: Task<{ before: ContributionRules; after: ContributionRules }> = {
  name: 'contributionRules',
  module: 'bt_ModulosPermisos',
  secondFactor: true,
  guarded: true,
  pageOf: () => '/crm/Ajustes',
  carryOut: async (tx, doer, { payload: { before, after } }) => {
    if (!(await lockContributionRules(tx, before))) throw refuse('approval.changedSince')
    const value = JSON.stringify(after)
    await tx
      .insertInto('setting')
      .values({ key: contributionRulesKey, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, changedAt: sql`now()` }))
      .execute()
    await audit(tx, doer, { action: 'contributionRules.set', entity: 'settings', before, after })
    await notifyApprovers(tx, doer, {
      kind: 'contributionRules.changed',
      params: {
        task: 'contributionRules',
        days: String(after.daysBack),
        confirmDays: String(after.confirmDays),
        by: doer.person.fullName,
      },
      link: '/crm/Ajustes',
    })
  },
}
