import { type RawBuilder, sql } from 'kysely'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import type { Rights } from '#server/core/rights.ts'

/**
 * Whether deciding this task is a word about money, rights or what others make, with these rights: whoever lends it to a substitute has to
 * agree. Accepting clients for oneself is none; what one answers for oneself isn't lent.
 * See docs/decisions/0092-consent-to-substitution.md
 */
export const isConsentRequired = (
  rights: Rights,
  { module, secondFactor, guarded, soleDecider }: ApprovalTask,
): boolean =>
  rights.may(module, 'approve') &&
  (((secondFactor || guarded === true) && soleDecider === undefined) ||
    rights.getDecision(module, 'approve').scopes.some((scope) => scope !== 'own'))

export const substitutionTaskName = 'substitution'

/** Whether the absent person, whose user that is, named the substitution `s` themselves, or it was approved. */
export const isSubstitutionAgreed = (
  absentUserId: RawBuilder<unknown>,
) => sql<boolean>`coalesce(s.created_by = ${absentUserId}, false) or exists (
  select from approval g where g.entity = 'substitution' and g.entity_id = s.id and g.task = ${substitutionTaskName} and g.state = 'approved')`
