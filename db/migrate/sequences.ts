import type { Client } from 'pg'
import { type Prefix, prefixes } from '#contract/core/values.ts'

/** Ids of different prefixes never overlap: each has its own range of 10^15. */
const getFirstId = (prefix: Prefix): string => `${BigInt(prefixes.indexOf(prefix)) * 1_000_000_000_000_000n + 1n}`

type MisplacedSequence = { prefix: Prefix; name: string; first: string; table: string | null; column: string | null }

/** The sequences of ids that don't begin in the range of their prefix. Reads catalogues only. */
export const findMisplacedSequences = async (
  owner: Client,
  schemas: readonly Prefix[],
): Promise<MisplacedSequence[]> => {
  const { rows } = await owner.query<MisplacedSequence>(
    `select w.prefix, format('%I.%I', n.nspname, c.relname) as name, w.first::text, d.refobjid::regclass::text as table, a.attname as column
       from unnest($1::text[], $2::bigint[]) w(prefix, first)
       join pg_namespace n on n.nspname = w.prefix
       join pg_class c on c.relnamespace = n.oid and c.relkind = 'S' and c.relname <> 'cvl_number'
       join pg_sequence s on s.seqrelid = c.oid and s.seqtypid = 'bigint'::regtype and s.seqstart <> w.first
       left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refobjsubid > 0 and d.deptype in ('a', 'i')
       left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid`,
    [schemas, schemas.map(getFirstId)],
  )
  return rows
}

/** Lets each sequence of the prefix begin in its range. One that was used goes on after the highest id that it may have given there. */
export const startSequencesByPrefix = async (owner: Client, prefix: Prefix): Promise<void> => {
  for (const { name, first, table, column } of await findMisplacedSequences(owner, [prefix])) {
    await owner.query(`alter sequence ${name} start with ${first}`)
    const highest = table && column ? `(select max(${owner.escapeIdentifier(column)}) from ${table})` : 'null::bigint'
    await owner.query(
      `select setval($1::regclass, greatest(s.last_value, h.highest, ${first}),
                     s.is_called and s.last_value >= ${first} or coalesce(h.highest >= ${first}, false))
         from ${name} s, (select ${highest} as highest) h`,
      [name],
    )
  }
}
