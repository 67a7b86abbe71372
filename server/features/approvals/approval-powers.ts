import { type Kysely, sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { defineStatement } from '#server/core/prepared-statement.ts'
import type { Rights } from '#server/core/rights.ts'
import type { EndpointDeps } from '#server/core/routes.ts'
import { type Director, findDirectors } from '#server/domain/directors.ts'
import {
  type ApprovalRightGain,
  findRecentRightGains,
  getRightAgeThreshold,
  isRecentlyGainedRight,
} from '#server/domain/right-gains.ts'
import { buildSubjectRights, findRightsSubjects } from '#server/domain/rights-subjects.ts'
import { isConsentRequired, isSubstitutionAgreed } from '#server/domain/substitution-consent.ts'

/** On whose word a change may be decided: one's own, or an absent person's; for which tasks, and with whom they have to lie. */
export type ApprovalPower = {
  rank: number
  absentId: string | null
  absentUserId: string | null
  /** Who named the substitute. */
  namedBy: string | null
  /** The substitute was named within a day. */
  namedLately: boolean
  tasks: string[]
  /** Of these, those of a right that is younger than a day. */
  lately: string[]
  /** The word of somebody of direction, or of the one who answers for it: enough for a guarded change. */
  direction: boolean
  all: boolean
  staffIds: readonly string[]
  zoneId: string | null
}

/** Somebody who looks at changes, what they may decide, and who of direction there is to decide what is guarded. */
export type ApprovalViewer = {
  userId: string | null
  employeeId: string | null
  powers: ApprovalPower[]
  directors: readonly Director[]
  /** Tasks that ask for a second factor. */
  strict: string[]
  today: string
}

/** What is asked about rights beside the rights themselves. */
type RightsContext = { tasks: readonly ApprovalTask[]; gains: readonly ApprovalRightGain[]; now: number }
type PowerHolder = { userId: string | null; role: Role }
type AbsentEmployee = { employeeId: string; userId: string; namedBy: string; namedLately: boolean; agreed: boolean }

const buildPowers = (
  rights: Rights,
  powerHolder: PowerHolder,
  { tasks, gains }: RightsContext,
  rank: number,
  absent?: AbsentEmployee,
): ApprovalPower[] =>
  [...new Set(tasks.map(({ module }) => module))]
    .filter((module) => rights.may(module, 'approve'))
    .flatMap((module) => {
      const names = tasks
        .filter((task) => task.module === module && (absent?.agreed !== false || !isConsentRequired(rights, task)))
        .map(({ name }) => name)
      // One's own rights, and those of one other person, come to one reach.
      return rights.getScopes(module, 'approve').map(({ all, staffIds, zoneId }) => ({
        rank,
        absentId: absent?.employeeId ?? null,
        absentUserId: absent?.userId ?? null,
        namedBy: absent?.namedBy ?? null,
        namedLately: absent?.namedLately ?? false,
        tasks: names,
        lately: isRecentlyGainedRight(gains, powerHolder, module) ? names : [],
        direction: powerHolder.role === 'direction',
        all,
        staffIds,
        zoneId,
      }))
    })

/**
 * What somebody answers for beside their rights: for themselves, or for those under them. It isn't lent: a substitute has the absent one's
 * rights, not their consent.
 */
const buildConsentPowers = (
  employeeId: string,
  team: readonly string[],
  tasks: readonly ApprovalTask[],
): ApprovalPower[] => {
  const answered = (whom: ApprovalTask['soleDecider']) =>
    tasks.filter(({ soleDecider }) => soleDecider === whom).map(({ name }) => name)
  const power = (names: string[], staffIds: readonly string[]): ApprovalPower => ({
    rank: 0,
    absentId: null,
    absentUserId: null,
    namedBy: null,
    namedLately: false,
    tasks: names,
    lately: [],
    direction: true,
    all: false,
    staffIds,
    zoneId: null,
  })
  return [power(answered('self'), [employeeId]), power(answered('line'), team)].filter(
    ({ tasks: names }) => names.length > 0,
  )
}

const findTeamRows = defineStatement('team members', (db, { employeeIds }: { employeeIds: readonly string[] }) =>
  db
    .selectFrom('employeeTeam')
    .select(['supervisorId', 'employeeId'])
    .where('supervisorId', '=', sql<string>`any(${employeeIds}::bigint[])`)
    .compile(),
)

const findTeamMembers = async (
  db: Kysely<DB>,
  employeeIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> => {
  const teams = new Map<string, string[]>()
  if (employeeIds.length === 0) return teams
  const rows = await findTeamRows(db, { employeeIds: [...employeeIds] })
  for (const { supervisorId, employeeId } of rows)
    teams.set(supervisorId, [...(teams.get(supervisorId) ?? []), employeeId])
  return teams
}

const findConsentPowers = async (
  db: Kysely<DB>,
  employeeId: string | null,
  tasks: readonly ApprovalTask[],
): Promise<ApprovalPower[]> => {
  if (employeeId === null) return []
  const teams = tasks.some(({ soleDecider }) => soleDecider === 'line')
    ? await findTeamMembers(db, [employeeId])
    : new Map()
  return buildConsentPowers(employeeId, teams.get(employeeId) ?? [], tasks)
}

type SubstituteTerms = Pick<AbsentEmployee, 'namedBy' | 'namedLately' | 'agreed'>

const findSubstitutions = defineStatement(
  'substitutions',
  (db, { employeeIds, today }: { employeeIds: readonly string[]; today: string }) =>
    db
      .selectFrom('substitution as s')
      .innerJoin('employee as e', 'e.id', 's.absentId')
      .select(['s.absentId', 's.substituteId', 's.createdBy', 's.createdAt'])
      .select(
        isSubstitutionAgreed(sql`(select p.user_id from registry.own_people() p where p.cvl = e.cvl)`).as('agreed'),
      )
      .where('s.substituteId', '=', sql<string>`any(${employeeIds}::bigint[])`)
      .where('s.endedAt', 'is', null)
      .where('s.fromOn', '<=', today)
      .where('s.toOn', '>=', today)
      .compile(),
)

/**
 * Who is away today and has named one of these members of staff, by the one named. A substitute's own substitutes aren't asked for: what is
 * lent isn't lent on.
 */
const findAbsentEmployees = async (
  db: Kysely<DB>,
  employeeIds: readonly string[],
  businessDate: string,
  now: number,
): Promise<ReadonlyMap<string, ReadonlyMap<string, SubstituteTerms>>> => {
  const absent = new Map<string, Map<string, SubstituteTerms>>()
  if (employeeIds.length === 0) return absent
  const rows = await findSubstitutions(db, { employeeIds: [...employeeIds], today: businessDate })
  const settled = Date.parse(getRightAgeThreshold(now))
  for (const { absentId, substituteId, createdBy, createdAt, agreed } of rows) {
    const substitutions = absent.get(substituteId) ?? new Map<string, SubstituteTerms>()
    substitutions.set(absentId, { namedBy: createdBy, namedLately: Date.parse(createdAt) > settled, agreed })
    absent.set(substituteId, substitutions)
  }
  return absent
}

/** What the absent could decide themselves, by whom they have named; somebody without access, or no longer here, could decide nothing. */
const findDelegatedPowersByStaff = async (
  db: Kysely<DB>,
  employeeIds: readonly string[],
  loading: Promise<RightsContext>,
  { businessDate, now }: { businessDate: string; now: number },
): Promise<ReadonlyMap<string, ApprovalPower[]>> => {
  const [rightsContext, absent] = await Promise.all([loading, findAbsentEmployees(db, employeeIds, businessDate, now)])
  if (absent.size === 0) return new Map()
  const absentIds = [...new Set([...absent.values()].flatMap((substitutions) => [...substitutions.keys()]))]
  const subjects = await findRightsSubjects(db, { employeeIds: absentIds }, businessDate)
  const lentBy = (substitutions: ReadonlyMap<string, SubstituteTerms>): ApprovalPower[] =>
    subjects
      .filter(({ employeeId }) => employeeId !== null && substitutions.has(employeeId))
      .flatMap((subject, n) => {
        const { employeeId: absentId, userId } = subject
        if (userId === null || absentId === null) return []
        const whom = { employeeId: absentId, userId, ...substitutions.get(absentId)! }
        return buildPowers(buildSubjectRights(subject), subject, rightsContext, n + 1, whom)
      })
  return new Map([...absent].map(([substituteId, substitutions]) => [substituteId, lentBy(substitutions)]))
}

const findDelegatedPowers = async (
  db: Kysely<DB>,
  employeeId: string | null,
  loading: Promise<RightsContext>,
  when: { businessDate: string; now: number },
) =>
  employeeId === null ? [] : ((await findDelegatedPowersByStaff(db, [employeeId], loading, when)).get(employeeId) ?? [])

const loadRightsContext = async (
  db: Kysely<DB>,
  tasks: readonly ApprovalTask[],
  now: number,
): Promise<RightsContext> => ({
  tasks,
  gains: await findRecentRightGains(db, now),
  now,
})

const listSecondFactorTaskNames = (tasks: readonly ApprovalTask[]): string[] =>
  tasks.filter(({ secondFactor }) => secondFactor).map(({ name }) => name)

type ViewerContext = Pick<Ctx, 'person' | 'businessDate'>

/** The person themselves, in whoever's view they work. */
export const findApprovalViewer = async (
  db: Kysely<DB>,
  { person, businessDate }: ViewerContext,
  tasks: readonly ApprovalTask[],
  now: number,
): Promise<ApprovalViewer> => {
  const loading = loadRightsContext(db, tasks, now)
  // None of them waits for another: on one connection they travel together.
  const [rightsContext, directors, consentPowers, delegatedPowers] = await Promise.all([
    loading,
    findDirectors(db, tasks, businessDate, now),
    findConsentPowers(db, person.employeeId, tasks),
    findDelegatedPowers(db, person.employeeId, loading, { businessDate, now }),
  ])
  return {
    userId: person.userId,
    employeeId: person.employeeId,
    today: businessDate,
    strict: listSecondFactorTaskNames(tasks),
    directors,
    powers: [...buildPowers(person.ownRights, person, rightsContext, 0), ...consentPowers, ...delegatedPowers],
  }
}

/** Whoever's view the person works in; null in their own. */
const findActingViewer = async (
  ctx: Ctx,
  tasks: readonly ApprovalTask[],
  now: number,
): Promise<ApprovalViewer | null> => {
  const { actingCvl, membership } = ctx.person
  if (actingCvl === null || membership.employeeId === null) return null
  const [subject] = await findRightsSubjects(ctx.db, { employeeIds: [membership.employeeId] }, ctx.businessDate)
  // Nothing is decided in another's view: who of direction there is makes no difference to what it shows.
  const nobody: ApprovalViewer = {
    userId: null,
    employeeId: membership.employeeId,
    powers: [],
    directors: [],
    strict: listSecondFactorTaskNames(tasks),
    today: ctx.businessDate,
  }
  if (!subject?.userId) return nobody
  const loading = loadRightsContext(ctx.db, tasks, now)
  const rightsContext = await loading
  return {
    ...nobody,
    userId: subject.userId,
    powers: [
      ...buildPowers(buildSubjectRights(subject), subject, rightsContext, 0),
      ...(await findConsentPowers(ctx.db, membership.employeeId, tasks)),
      ...(await findDelegatedPowers(ctx.db, membership.employeeId, loading, { businessDate: ctx.businessDate, now })),
    ],
  }
}

/** Through whose eyes the changes are seen: one's own; in another's view theirs, of what one may see oneself. */
export type VisibilityScope = { viewer: ApprovalViewer; only: ApprovalViewer | null }

/** Whose approvals are listed: the caller's own, or in a view of somebody else theirs, and of them only those that the caller sees too. */
export const findVisibilityScope = async (
  ctx: Ctx,
  { tasks, clock }: Pick<EndpointDeps, 'tasks' | 'clock'>,
): Promise<VisibilityScope> => {
  const [myself, acting] = await Promise.all([
    findApprovalViewer(ctx.db, ctx, tasks, clock()),
    findActingViewer(ctx, tasks, clock()),
  ])
  return acting ? { viewer: acting, only: myself } : { viewer: myself, only: null }
}

/** The powers of several people at once, each with whose it is. */
export const findApprovalPowers = async (
  db: Kysely<DB>,
  people: readonly { userId: string; employeeId: string | null; role: Role; rights: Rights }[],
  { tasks, now, businessDate }: { tasks: readonly ApprovalTask[]; now: number; businessDate: string },
): Promise<(ApprovalPower & { userId: string })[]> => {
  const loading = loadRightsContext(db, tasks, now)
  const rightsContext = await loading
  const employeeIds = people.flatMap(({ employeeId }) => employeeId ?? [])
  const teams = await findTeamMembers(db, employeeIds)
  const delegatedPowers = await findDelegatedPowersByStaff(db, employeeIds, loading, { businessDate, now })
  return people.flatMap(({ employeeId, rights, ...person }) => {
    const own = buildPowers(rights, person, rightsContext, 0)
    const others = employeeId
      ? [
          ...buildConsentPowers(employeeId, teams.get(employeeId) ?? [], tasks),
          ...(delegatedPowers.get(employeeId) ?? []),
        ]
      : []
    return [...own, ...others].map((power) => ({ ...power, userId: person.userId }))
  })
}
