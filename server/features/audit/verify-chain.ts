import type { Client } from 'pg'
import {
  type ChainName,
  digestOf,
  macOf,
  noMac,
  type Seal,
  type SealedRow,
  sealedAtColumn,
  sealedColumns,
} from './chains.ts'
import type { KeptHead } from './heads.ts'

/** `position` is the seal's place in the chain, `event` the id of the row, as far as there is one. */
export type Finding = {
  what:
    | 'altered'
    | 'payload altered'
    | 'removed'
    | 'reordered'
    | 'seal removed'
    | 'inserted without seal'
    | 'tail cut'
    | 'replaced'
  position: string | null
  event: string | null
  explained: string
}

/** Findings past these are counted only. */
const mostListed = 100
const batchSize = 2000

export type Findings = { count: number; list: Finding[] }
const findings = (): Findings & { add: (finding: Finding) => void } => {
  const found = {
    count: 0,
    list: [] as Finding[],
    add: (finding: Finding) => {
      found.count += 1
      if (found.list.length < mostListed) found.list.push(finding)
    },
  }
  return found
}

type Link = Seal & { row: SealedRow | null }
/** A seal that doesn't fit its row, with what it was made behind. */
type Broken = { link: Link & { row: SealedRow }; previous: Buffer }

/** Reads the chain in order, some thousand links at a time, so that memory doesn't grow with it. */
async function* linksOf(db: Client, chain: ChainName): AsyncGenerator<Link> {
  for (let after = '0'; ; ) {
    const { rows } = await db.query<Seal & Partial<SealedRow>>(
      `select s.position::text, s.event_id::text as "eventId", s.tx::text as "sealedTx", s.digest, s.mac, ${sealedAtColumn}, e.*
         from (select * from audit_seal where position > $1 order by position limit ${batchSize}) s
         left join lateral (select ${sealedColumns(chain)} from audit_event e where e.id = s.event_id) e on true
        order by s.position`,
      [after],
    )
    for (const { id, content, payload, ...seal } of rows) {
      const { sealedTx, tx, ...rest } = seal as typeof seal & { sealedTx: string }
      const row = id && content && payload ? { id, tx, content, payload } : null
      yield { ...rest, tx: sealedTx, row }
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.position
  }
}

const isBefore = (a: Pick<Seal, 'tx' | 'eventId'>, b: Pick<Seal, 'tx' | 'eventId'>): boolean =>
  a.tx === b.tx ? BigInt(a.eventId) < BigInt(b.eventId) : BigInt(a.tx) < BigInt(b.tx)

/** A row that fits the seal of another has changed places with it: its content stands under the other's id. */
const explainBroken = (key: Buffer, broken: readonly Broken[], add: (finding: Finding) => void): void => {
  for (const { link, previous } of broken) {
    const { position, eventId, mac, row } = link
    const fits = (other: SealedRow): boolean =>
      [other, { ...other, id: row.id, tx: link.tx }].some((one) => macOf(key, previous, link, one).equals(mac))
    const twin = broken.find(({ link: other }) => other !== link && fits(other.row))
    if (twin)
      add({
        what: 'reordered',
        position,
        event: eventId,
        explained: `What was sealed here stands in row ${twin.link.eventId}.`,
      })
    else
      add({
        what: 'altered',
        position,
        event: eventId,
        explained: 'The row is not what was sealed, or the seal was not made with the key of this installation.',
      })
  }
}

/** Broken seals that are compared with each other. */
const mostCompared = 60

/** Recomputes every seal. A seal that doesn't fit is told once: those behind it are held against it as it stands. */
const walk = async (
  db: Client,
  chain: ChainName,
  key: Buffer,
  heads: Map<string, KeptHead[]>,
  found: Findings & { add: (finding: Finding) => void },
) => {
  let last: Pick<Link, 'position' | 'tx' | 'eventId' | 'mac'> = { position: '0', tx: '0', eventId: '0', mac: noMac }
  let sealed = 0
  const broken: Broken[] = []
  for await (const link of linksOf(db, chain)) {
    const { position, eventId, row } = link
    const expected = String(BigInt(last.position) + 1n)
    const gap = position !== expected
    if (gap)
      found.add({
        what: 'seal removed',
        position: expected,
        event: null,
        explained: `Seals ${expected} to ${BigInt(position) - 1n} are missing.`,
      })
    if (!isBefore(last, link))
      found.add({
        what: 'reordered',
        position,
        event: eventId,
        explained: `The chain has row ${last.eventId} before it.`,
      })
    if (!row)
      found.add({ what: 'removed', position, event: eventId, explained: 'The row was sealed and is not there.' })
    else {
      const fits = macOf(key, last.mac, link, row).equals(link.mac)
      // Behind missing seals nothing can be recomputed: the gap says it.
      if (!fits && !gap) {
        if (broken.length < mostCompared) broken.push({ link: { ...link, row }, previous: last.mac })
        else found.add({ what: 'altered', position, event: eventId, explained: 'The row is not what was sealed.' })
      }
      if (!digestOf(row).equals(link.digest))
        found.add({
          what: 'payload altered',
          position,
          event: eventId,
          explained: 'Its before or after, or their salt, are not what was sealed.',
        })
    }
    for (const head of heads.get(position) ?? [])
      if (head.lastId !== eventId || head.mac !== link.mac.toString('hex'))
        found.add({
          what: 'replaced',
          position,
          event: eventId,
          explained: `On ${head.at} the chain had row ${head.lastId} here, with another seal.`,
        })
    sealed += 1
    last = link
  }
  explainBroken(key, broken, found.add)
  return { sealed, last }
}

const cutTail = (last: { position: string }, heads: readonly KeptHead[], add: (finding: Finding) => void): void => {
  const furthest = heads.reduce<KeptHead | undefined>(
    (most, head) => (most && BigInt(most.count) >= BigInt(head.count) ? most : head),
    undefined,
  )
  if (!furthest || BigInt(furthest.count) <= BigInt(last.position)) return
  add({
    what: 'tail cut',
    position: last.position,
    event: null,
    explained: `On ${furthest.at} the chain went on to ${furthest.count}, row ${furthest.lastId}: ${BigInt(furthest.count) - BigInt(last.position)} are gone.`,
  })
}

type Unsealed = { waiting: number; other: number; ids: string[] }

/** Rows without a seal: some wait rightly, for a transaction still under way. The others came in past the sealer. */
const unsealed = async (db: Client, last: { tx: string; eventId: string }): Promise<Unsealed> => {
  const { rows } = await db.query<Unsealed>(
    `select count(*) filter (where waits)::integer as waiting, count(*) filter (where not waits)::integer as other,
            coalesce((array_agg(id::text order by id) filter (where not waits))[1:${mostListed}], '{}') as ids
       from (
         select e.id, (e.tx, e.id) > ($1::text::xid8, $2::bigint) and e.tx < pg_snapshot_xmax(pg_current_snapshot())
                  and (e.tx >= pg_snapshot_xmin(pg_current_snapshot()) or e.at > clock_timestamp() - interval '1 minute') as waits
           from audit_event e where not exists (select from audit_seal s where s.event_id = e.id)
       ) u`,
    [last.tx, last.eventId],
  )
  return rows[0]!
}

export type ChainReport = {
  chain: ChainName
  /** Rows of the audit; those in the chain; those that a transaction still under way keeps waiting. */
  rows: number
  sealed: number
  waiting: number
  /** The last sealed row, and its seal in hex. */
  lastId: string | null
  head: string | null
  findings: Findings
}

/**
 * Recomputes the chain in the one snapshot that `db` has begun, as the role whose audit it is, and holds it against the heads that
 * were kept outside.
 */
export const verifyChain = async (
  db: Client,
  chain: ChainName,
  key: Buffer,
  kept: readonly KeptHead[],
): Promise<ChainReport> => {
  const found = findings()
  const heads = new Map<string, KeptHead[]>()
  for (const head of kept) heads.set(head.count, [...(heads.get(head.count) ?? []), head])
  const { sealed, last } = await walk(db, chain, key, heads, found)
  cutTail(last, kept, found.add)
  const { waiting, other, ids } = await unsealed(db, last)
  for (const event of ids)
    found.add({
      what: 'inserted without seal',
      position: null,
      event,
      explained: 'The row stands where the chain had been already, or longer than a row may wait.',
    })
  found.count += other - ids.length
  const counted = await db.query<{ rows: number }>('select count(*)::integer as rows from audit_event')
  const empty = last.position === '0'
  return {
    chain,
    rows: counted.rows[0]!.rows,
    sealed,
    waiting,
    lastId: empty ? null : last.eventId,
    head: empty ? null : last.mac.toString('hex'),
    findings: { count: found.count, list: found.list },
  }
}
