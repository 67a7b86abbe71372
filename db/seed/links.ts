import { toIsoDate } from '#rules/calendar.ts'
import { type SeedClients, traitNumbers } from './clients.ts'
import { formatCopyRow } from './copy.ts'
import type { SeedFirm } from './firm.ts'
import { drawFrom, getEvenShare, type RandomSource } from './random.ts'
import type { SeedStaff } from './staff.ts'

/** A client has at most this many links, so that each has an id of its own whatever the others have. */
const linksPerClient = 8

/** Who looks after a client: one manager now, one before where there was a handover, and for some an advisor, a partner, a banker. */
export const buildLinkRows = (
  firm: SeedFirm,
  staff: SeedStaff,
  clients: SeedClients,
  n: number,
  random: RandomSource,
): string[] => {
  const since = clients.registeredOn[n]!
  const handover = clients.handover[n]!
  const team = staff.inZone[clients.zone[n]!]!
  const rows: string[] = []
  const link = (employee: number, role: string, from: number, to: number | null) =>
    rows.push(
      formatCopyRow([
        firm.first.client_staff + n * linksPerClient + rows.length,
        firm.first.client + n,
        firm.first.employee + employee,
        role,
        toIsoDate(from),
        to === null ? null : toIsoDate(to),
      ]),
    )
  const moved = handover > since
  if (moved) link(clients.previousManager[n]!, 'manager', since, handover - 1)
  link(clients.manager[n]!, 'manager', handover, null)
  for (const [role, share] of [
    ['advisor', 0.3],
    ['partner', 0.16],
    ['banker', 0.1],
  ] as const) {
    const at = getEvenShare(n, role === 'partner' ? traitNumbers.channel : traitNumbers[role])
    // Whoever came through a partner has one: both come from the same quota.
    const has = role === 'partner' ? at >= 0.1 && at < 0.1 + share : at < share
    const people = team[role]
    if (!has || people.length === 0) continue
    const from = since + Math.floor(random() * Math.min(200, firm.today - since))
    const change = from + 200 + Math.floor(random() * 1500)
    const changes = random() < 0.1 && change < firm.today
    if (changes) link(drawFrom(random, people), role, from, change - 1)
    link(drawFrom(random, people), role, changes ? change : from, null)
  }
  return rows
}
