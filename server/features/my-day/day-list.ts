import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { DayItem, DayReason, getDayList } from '#contract/my-day.ts'
import { compareDayReasons, getDayLevel, type RankedDayReason } from '#rules/day-rank.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { type DayDeps, type DayReasonRow, maxReasonsOfKind } from '#server/core/day-reason.ts'

/** Ids begin with 1: what belongs to this one is nobody's. */
const nobody = '0'

/** A reason with what its rank follows from, and whom it is about. */
type FoundReason = { reason: DayReason; rank: RankedDayReason; person: DayReasonRow['person'] }

const toFoundReason = (kind: DayReason['kind'], { person, isPressing = false, ...row }: DayReasonRow): FoundReason => {
  const reason: DayReason = {
    text: null,
    date: null,
    time: null,
    amount: null,
    state: null,
    change: null,
    ...row,
    key: `${kind}:${row.id}`,
    kind,
  }
  return { reason, rank: { ...reason, isPressing }, person }
}

/** Every reason of the caller's own that their permissions show, each kind with the scope of its own module. */
const findReasons = async (ctx: Ctx, deps: DayDeps): Promise<{ found: FoundReason[]; isCut: boolean }> => {
  const { rights, membership } = ctx.person
  const sources = deps.dayReasons.filter(({ module }) => rights.may(module, 'view'))
  const perSource = await Promise.all(
    sources.map(async ({ kind, module, find }) => {
      const rows = await find(
        { ...ctx, scopes: rights.getScopes(module, 'view') },
        membership.employeeId ?? nobody,
        deps,
      )
      return rows.map((row) => toFoundReason(kind, row))
    }),
  )
  return { found: perSource.flat(), isCut: perSource.some(({ length }) => length >= maxReasonsOfKind) }
}

/** One row for each person, and for each reason that is about nobody; the most pressing first. */
const toItems = (
  found: readonly FoundReason[],
  today: string,
  snoozedUntil: (key: string) => string | null,
): DayItem[] => {
  const compare = (one: FoundReason, other: FoundReason): number => compareDayReasons(one.rank, other.rank, today)
  const groups = new Map<string, FoundReason[]>()
  for (const one of [...found].sort(compare)) {
    const key = one.person ? `${one.person.kind}:${one.person.id}` : one.reason.key
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  // In the order of their first, which is that of the map.
  return [...groups].map(([key, group]) => {
    const days = group.map(({ reason }) => snoozedUntil(reason.key)).filter((day) => day !== null)
    return {
      key,
      level: getDayLevel(group[0]!.rank, today),
      // Of two who tell of the same person, one may see more.
      person: group.find(({ person }) => person?.path)?.person ?? group[0]!.person,
      reasons: group.map(({ reason }) => reason),
      snoozedUntil: days.sort()[0] ?? null,
    }
  })
}

/** What the person has put off whose day it is: in another's view what that one did, and nothing of what the caller did in their own day. */
const findSnoozes = async ({ db, person, businessDate }: Ctx): Promise<ReadonlyMap<string, string>> => {
  const { actingCvl, userId, viewedUserId } = person
  const rows = await db
    .selectFrom('daySnooze')
    .where('userId', '=', actingCvl === null ? userId : viewedUserId)
    .where('until', '>', businessDate)
    .select(['reason', 'until'])
    .execute()
  return new Map(rows.map(({ reason, until }) => [reason, until]))
}

/** The list of whoever looks, or of whom the morning's e-mail is for. */
export const findDayList = async (ctx: Ctx, deps: DayDeps): Promise<ResponseBody<typeof getDayList>> => {
  const [{ found, isCut }, snoozes] = await Promise.all([findReasons(ctx, deps), findSnoozes(ctx)])
  const getUntil = (key: string): string | null => snoozes.get(key) ?? null
  const [away, here] = [true, false].map((isAway) =>
    toItems(
      found.filter(({ reason }) => (getUntil(reason.key) !== null) === isAway),
      ctx.businessDate,
      getUntil,
    ),
  )
  return { items: here!, snoozed: away!, isCut }
}
