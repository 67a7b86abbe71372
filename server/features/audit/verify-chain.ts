import type { Client } from 'pg'
import {
  type AuditSeal,
  type ChainName,
  computeMac,
  emptyMac,
  hashByteLength,
  type SealedRow,
  sealedAtColumnSql,
  sealedColumnsSql,
} from './audit-chains.ts'
import type { StoredChainHead } from './chain-heads.ts'
import { findUnknownErasures } from './verify-erasures.ts'

/** `position` is the seal's place in the chain, `event` the id of the row, as far as there is one. */
export type ChainFinding = {
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
const maxListedFindings = 100

export type ChainFindings = { count: number; list: ChainFinding[] }
const createFindings = (): ChainFindings & { add: (finding: ChainFinding) => void } => {
  const found = {
    count: 0,
    list: [] as ChainFinding[],
    add: (finding: ChainFinding) => {
      found.count += 1
      if (found.list.length < maxListedFindings) found.list.push(finding)
    },
  }
  return found
}

type ChainLink = AuditSeal & {
  /** Of the row of seals that it stands in: how many were sealed with it and stand there no more. */
  short: number
  row: SealedRow | null
}
/** A seal that doesn't fit its row, with what it was made behind. */
type BrokenLink = { link: ChainLink & { row: SealedRow }; previous: Buffer }

/** Rows of seals that are read at a time. */
const sealRowsPerRead = 4

const hashSliceSql = (column: string): string =>
  `substr(s.${column}, (u.n::integer - 1) * ${hashByteLength} + 1, ${hashByteLength})`

/** Reads the chain in order, some thousand links at a time, so that memory doesn't grow with it. */
async function* readChainLinks(db: Client, chain: ChainName): AsyncGenerator<ChainLink> {
  for (let after = '0'; ; ) {
    const { rows } = await db.query<AuditSeal & Partial<SealedRow> & { end: string; short: number }>(
      `select s.position::text as end, (s.position - s.rows + u.n)::text as position, s.rows - cardinality(s.event_ids) as short,
              u.event_id::text as "eventId", ${hashSliceSql('digests')} as digest, ${hashSliceSql('macs')} as mac, ${sealedAtColumnSql}, e.*
         from (select * from audit_seal where position > $1 order by position limit ${sealRowsPerRead}) s
        cross join lateral unnest(s.event_ids) with ordinality as u (event_id, n)
         left join lateral (select ${sealedColumnsSql(chain)} from audit_event e where e.id = u.event_id) e on true
        order by s.position, u.n`,
      [after],
    )
    for (const { id, tx, content, payload, erased = false, end, ...seal } of rows)
      yield { ...seal, row: id && tx && content && payload ? { id, tx, content, payload, erased } : null }
    const last = rows.at(-1)
    if (!last) return
    after = last.end
  }
}

const isRowBefore = (a: Pick<SealedRow, 'tx' | 'id'>, b: Pick<SealedRow, 'tx' | 'id'>): boolean =>
  a.tx === b.tx ? BigInt(a.id) < BigInt(b.id) : BigInt(a.tx) < BigInt(b.tx)

/** A row that fits the seal of another has changed places with it: its content stands under the other's id. */
const explainBrokenLinks = (key: Buffer, broken: readonly BrokenLink[], add: AddFinding): void => {
  for (const { link, previous } of broken) {
    const { position, eventId, mac, row } = link
    const fits = (other: SealedRow): boolean =>
      [other, { ...other, id: row.id }, { ...other, id: row.id, tx: row.tx }].some((one) =>
        computeMac(key, previous, link, one).equals(mac),
      )
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
const maxComparedLinks = 60

type AddFinding = (finding: ChainFinding) => void
type LastLink = Pick<ChainLink, 'position' | 'eventId' | 'mac'> & { row: Pick<SealedRow, 'tx' | 'id'> }

/** A seal that was taken out of its row moves those behind it: the first that doesn't fit shows where. Answers the true place. */
const getTruePosition = (key: Buffer, last: LastLink, link: ChainLink, moved: number): string => {
  const position = BigInt(link.position) + BigInt(moved)
  const fits =
    !link.row || computeMac(key, last.mac, { ...link, position: String(position) }, link.row).equals(link.mac)
  return String(fits ? position : position + BigInt(link.short - moved))
}

/** What a row says against its seal, behind the one before it. */
const verifyRowSeal = (
  key: Buffer,
  last: LastLink,
  link: ChainLink & { row: SealedRow },
  gap: boolean,
  broken: BrokenLink[],
  add: AddFinding,
) => {
  const { position, eventId: event, row } = link
  // Behind missing seals nothing can be recomputed: the gap says it.
  if (!gap && !computeMac(key, last.mac, link, row).equals(link.mac)) {
    if (broken.length < maxComparedLinks) broken.push({ link, previous: last.mac })
    else add({ what: 'altered', position, event, explained: 'The row is not what was sealed.' })
  }
  if (!row.erased && !row.payload.equals(link.digest)) {
    const explained = 'Its before or after, or their salt, are not what was sealed.'
    add({ what: 'payload altered', position, event, explained })
  }
}

/** Recomputes every seal. A seal that doesn't fit is told once: those behind it are held against it as it stands. */
const verifyChainLinks = async (
  db: Client,
  chain: ChainName,
  key: Buffer,
  heads: Map<string, StoredChainHead[]>,
  add: AddFinding,
) => {
  let last: LastLink = { position: '0', eventId: '0', mac: emptyMac, row: { tx: '0', id: '0' } }
  let sealed = 0
  let moved = 0
  const broken: BrokenLink[] = []
  for await (const read of readChainLinks(db, chain)) {
    if (BigInt(read.position) > BigInt(last.position) || read.short === 0) moved = 0
    const position = read.short > 0 ? getTruePosition(key, last, read, moved) : read.position
    moved = Number(BigInt(position) - BigInt(read.position))
    const link = { ...read, position }
    const { eventId: event, row } = link
    const expected = String(BigInt(last.position) + 1n)
    const gap = position !== expected
    if (gap) {
      const explained = `Seals ${expected} to ${BigInt(position) - 1n} are missing.`
      add({ what: 'seal removed', position: expected, event: null, explained })
    }
    if (row && !isRowBefore(last.row, row))
      add({ what: 'reordered', position, event, explained: `The chain has row ${last.eventId} before it.` })
    if (row) verifyRowSeal(key, last, { ...link, row }, gap, broken, add)
    else add({ what: 'removed', position, event, explained: 'The row was sealed and is not there.' })
    for (const head of heads.get(position) ?? [])
      if (head.lastId !== event || head.mac !== link.mac.toString('hex')) {
        const explained = `On ${head.at} the chain had row ${head.lastId} here, with another seal.`
        add({ what: 'replaced', position, event, explained })
      }
    sealed += 1
    last = { ...link, row: row ?? last.row }
  }
  explainBrokenLinks(key, broken, add)
  return { sealed, last }
}

const reportCutTail = (last: { position: string }, heads: readonly StoredChainHead[], add: AddFinding): void => {
  const furthest = heads.reduce<StoredChainHead | undefined>(
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

type UnsealedRows = { waiting: number; other: number; ids: string[] }

/** Rows without a seal: some wait rightly, for a transaction still under way. The others came in past the sealer. */
const findUnsealedRows = async (db: Client, last: { tx: string; id: string }): Promise<UnsealedRows> => {
  const { rows } = await db.query<UnsealedRows>(
    `select count(*) filter (where waits)::integer as waiting, count(*) filter (where not waits)::integer as other,
            coalesce((array_agg(id::text order by id) filter (where not waits))[1:${maxListedFindings}], '{}') as ids
       from (
         select e.id, (e.tx, e.id) > ($1::text::xid8, $2::bigint) and e.tx < pg_snapshot_xmax(pg_current_snapshot())
                  and (e.tx >= pg_snapshot_xmin(pg_current_snapshot()) or e.at > clock_timestamp() - interval '1 minute') as waits
           from audit_event e left join (select unnest(event_ids) as event_id from audit_seal) s on s.event_id = e.id
          where s.event_id is null
       ) u`,
    [last.tx, last.id],
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
  findings: ChainFindings
}

/**
 * Recomputes the chain in the one snapshot that `db` has begun, as the role whose audit it is, and holds it against the heads that
 * were kept outside.
 */
export const verifyChain = async (
  db: Client,
  chain: ChainName,
  key: Buffer,
  storedHeads: readonly StoredChainHead[],
): Promise<ChainReport> => {
  const found = createFindings()
  const heads = new Map<string, StoredChainHead[]>()
  for (const head of storedHeads) heads.set(head.count, [...(heads.get(head.count) ?? []), head])
  const { sealed, last } = await verifyChainLinks(db, chain, key, heads, found.add)
  reportCutTail(last, storedHeads, found.add)
  for (const { erasure, event } of chain === 'registry' ? [] : await findUnknownErasures(db))
    found.add({
      what: 'payload altered',
      position: null,
      event,
      explained: `Rows name erasure ${erasure}, which did not take their before and after.`,
    })
  const { waiting, other, ids } = await findUnsealedRows(db, last.row)
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
