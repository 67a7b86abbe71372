import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type * as contract from '#contract/access.ts'
import type { ChangeFacts } from '#contract/all-fields.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { ModuleKey, PermissionAction, Scope } from '#contract/permissions.ts'
import { irrevocableGrants, type PermissionDecision } from '#contract/rights.ts'
import type { DB } from '#db/types.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { assertAdministratorRemains, lockPrefixUsers } from '#server/domain/last-administrator.ts'
import { recordApprovalRightGains } from '#server/domain/right-gains.ts'
import { buildSubjectRights, findRightsSubject } from '#server/domain/rights-subjects.ts'
import { notifyRightsChanged } from './notify-rights-changed.ts'
import { type AccessPerson, assertFirmWide, findVisiblePerson } from './people.queries.ts'
import { findPersonRules } from './person-rights.queries.ts'
import { formatPersonReference } from './role-task.ts'

type PersonRule = {
  effect: 'grant' | 'deny'
  module: ModuleKey
  action: PermissionAction
  scope: Scope | null
  validTo: string | null
}
/** What the person could do there when the rule was asked for, and which rule said so. */
type PreviousDecision = PermissionDecision
type RuleAddition = PersonRule & {
  kind: 'add'
  userId: string
  validFrom: string
  before: PreviousDecision
  reason: string
}
type RuleEnding = PersonRule & { kind: 'end'; userId: string; ruleId: string }

const isProtectedRight = (
  role: 'admin' | 'everybody',
  { module, action }: Pick<PersonRule, 'module' | 'action'>,
): boolean =>
  irrevocableGrants.some((one) => one.role === role && one.module === module && one.actions.includes(action))

const findCurrentDecision = async (
  tx: Kysely<DB>,
  userId: string,
  { module, action }: Pick<PersonRule, 'module' | 'action'>,
  businessDate: string,
): Promise<PreviousDecision | undefined> => {
  const subject = await findRightsSubject(tx, { userId }, businessDate)
  if (!subject) return undefined
  return buildSubjectRights(subject).getDecision(module, action)
}

const toAuditedDecision = ({ allowed, scopes }: PreviousDecision) => ({ allowed, scopes })

const insertPersonRule = async (tx: Kysely<DB>, actor: Actor, rule: RuleAddition, makerId: string): Promise<void> => {
  const { kind, userId, before, reason, ...ruleFields } = rule
  const { effect, module, action, scope, validFrom, validTo } = ruleFields
  const now = await findCurrentDecision(tx, userId, rule, actor.businessDate)
  const over = validTo !== null && validTo < actor.businessDate
  if (over || !isDeepStrictEqual(now, before)) throw buildRefusal('approval.changedSince')
  await tx
    .insertInto('personRule')
    .values({
      userId,
      effect,
      module,
      action,
      scope,
      // What waited for its second person begins when it is given, not before.
      validFrom: validFrom < actor.businessDate ? actor.businessDate : validFrom,
      validTo,
      reason,
      createdBy: makerId,
    })
    .execute()
  if (effect === 'deny' && isProtectedRight('admin', rule)) await assertAdministratorRemains(tx, actor.businessDate)
  await recordAuditEvent(tx, actor, {
    action: effect === 'grant' ? 'permissions.granted' : 'permissions.denied',
    entity: 'access',
    entityId: userId,
    before: toAuditedDecision(before),
    after: ruleFields,
  })
}

const endPersonRule = async (tx: Kysely<DB>, actor: Actor, rule: RuleEnding): Promise<void> => {
  const { kind, userId, ruleId, ...ruleFields } = rule
  const { numUpdatedRows } = await tx
    .updateTable('personRule')
    .set({ endedAt: sql<string>`now()`, endedBy: actor.person.userId })
    .where('id', '=', ruleId)
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw buildRefusal('approval.changedSince')
  await recordAuditEvent(tx, actor, {
    action: 'permissions.ruleEnded',
    entity: 'access',
    entityId: userId,
    before: ruleFields,
  })
}

/** Whether the person may approve more by it: granted, or denied no more. */
const extendsApprovalRights = ({ kind, effect, action }: RuleAddition | RuleEnding): boolean =>
  (action === 'approve' || action === 'view') && (kind === 'add') === (effect === 'grant')

/** When the right is there: now, or at the beginning of its first day by the firm's clock, in milliseconds. */
const getRuleStartMs = async (
  tx: Kysely<DB>,
  actor: Actor,
  rule: RuleAddition | RuleEnding,
  now: number,
): Promise<number> => {
  if (rule.kind === 'end' || rule.validFrom <= actor.businessDate) return now
  const { rows } = await sql<{ at: string }>`
    select ${rule.validFrom}::date::timestamp at time zone ${tenantFacts[actor.prefix].timeZone} as at`.execute(tx)
  return Math.max(now, Date.parse(rows[0]!.at))
}

export const personRuleTask: ApprovalTask<'permissions.person', RuleAddition | RuleEnding> = {
  name: 'permissions.person',
  module: 'bt_ModulosPermisos',
  secondFactor: true,
  guarded: true,
  getRecordPath: (userId) => `/crm/ModulosPermisos/personas/${userId}`,
  carryOut: async (tx, actor, { payload, makerId, now }) => {
    await lockPrefixUsers(tx)
    if (payload.kind === 'add') await insertPersonRule(tx, actor, payload, makerId)
    else await endPersonRule(tx, actor, payload)
    if (extendsApprovalRights(payload)) {
      const at = await getRuleStartMs(tx, actor, payload, now)
      await recordApprovalRightGains(tx, [{ userId: payload.userId, module: payload.module }], at)
    }
    await notifyRightsChanged(tx, { userId: payload.userId }, actor.person.userId)
  },
}

type RuleChange = { payload: RuleAddition | RuleEnding; before?: ChangeFacts; after?: ChangeFacts }

const proposeRuleChange = (
  tx: Kysely<DB>,
  ctx: Ctx,
  { deps }: HttpContext,
  person: AccessPerson,
  reason: string,
  { payload, ...change }: RuleChange,
): Promise<ProposalResult> => {
  const { effect, module, action } = payload
  const params = {
    change: payload.kind === 'add' ? effect : 'end',
    who: formatPersonReference(person),
    module,
    action,
  } as const
  const about = { userId: person.id, employeeId: person.employeeId }
  const proposal = { payload, reason, entity: 'access', entityId: person.id, params, about, ...change }
  return proposeForApproval(tx, ctx, personRuleTask, proposal, deps.clock())
}

/** Field by field, what makes no sense of a rule. */
const validateRule = (
  { effect, scope, validFrom, validTo, ...about }: ParsedRequest<typeof contract.addPersonRule>['body'],
  today: string,
) => ({
  ...(effect === 'grant' && scope === null && { scope: 'required' }),
  ...(effect === 'deny' && scope !== null && { scope: 'notForDenial' }),
  ...(effect === 'deny' && isProtectedRight('everybody', about) && { action: 'lastResort' }),
  ...(validFrom !== undefined && validFrom < today && { validFrom: 'beforeToday' }),
  ...(validTo !== null && validFrom !== undefined && validTo < validFrom && { validTo: 'order' }),
  ...(validTo !== null && validTo < today && { validTo: 'beforeToday' }),
})

/** Grants or denies a person one thing, or asks for it. */
export const addPersonRule = (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof contract.addPersonRule>,
  raw: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const person = await findVisiblePerson({ ...ctx, db: tx }, params.userId)
    assertFirmWide(ctx)
    const fields = validateRule(body, ctx.businessDate)
    if (Object.keys(fields).length > 0) throw buildRefusal('request.invalid', { fields })
    await lockPrefixUsers(tx)
    const before = await findCurrentDecision(tx, person.id, body, ctx.businessDate)
    if (!before) throw buildRefusal('employee.ended')
    const takesAway = body.effect === 'deny' && person.role === 'admin' && isProtectedRight('admin', body)
    if (takesAway) await assertAdministratorRemains(tx, ctx.businessDate, person.id)
    const { reason, validFrom = ctx.businessDate, ...ruleFields } = body
    const rule = { ...ruleFields, validFrom }
    const payload = { kind: 'add' as const, userId: person.id, before, reason, ...rule }
    return proposeRuleChange(tx, ctx, raw, person, reason, { payload, before: toAuditedDecision(before), after: rule })
  })

/** Ends a rule before its last day, or asks for it. */
export const proposeRuleEnding = (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof contract.endPersonRule>,
  raw: HttpContext,
): Promise<ProposalResult> =>
  ctx.db.transaction().execute(async (tx) => {
    const person = await findVisiblePerson({ ...ctx, db: tx }, params.userId)
    assertFirmWide(ctx)
    const rule = (await findPersonRules(tx, person.id, ctx.businessDate)).find(({ id }) => id === params.ruleId)
    if (!rule) throw buildRefusal('notFound')
    if (rule.state === 'ended' || rule.state === 'past') throw buildRefusal('conflict.changed')
    const { effect, module, action, scope, validTo } = rule
    const ruleFields = { effect, module, action, scope, validTo }
    const payload = { kind: 'end' as const, userId: person.id, ruleId: rule.id, ...ruleFields }
    return proposeRuleChange(tx, ctx, raw, person, body.reason, { payload, before: ruleFields, after: { ended: true } })
  })
