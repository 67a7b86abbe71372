import { sql } from 'kysely'
import type { ClientDetail } from '#contract/clients/client.ts'
import type { BlockKind } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { userNameSql } from '#server/core/person-name.ts'

type Block = ClientDetail['blocks'][number]

/** The gravest first: it stands on the client, and the verdict reads it there. */
export const blockKindsByGravity: readonly BlockKind[] = ['death', 'legal', 'documents', 'commercial']

/** Nothing comes in, goes out or is renewed: two people decide on it both ways, and why is for those to read who may decide. */
export const isFreezingBlock = (kind: BlockKind): boolean => kind === 'legal' || kind === 'death'

/** Open blocks of the joined `client`, looked for where there is any. */
export const openBlocksSql = sql<Block[]>`case when client.block_kind is null then '[]'::jsonb else (
  select coalesce(jsonb_agg(jsonb_build_object('kind', b.kind, 'reason', b.reason,
      'since', to_char(b.blocked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'byName', ${userNameSql('b.blocked_by')}, 'expectedEnd', b.expected_end)), '[]')
    from client_block b where b.client_id = client.id and b.lifted_at is null) end`

type BlockColumns = {
  blockKind: BlockKind | null
  blockReason: string | null
  blockedAt: string | null
  openBlocks: readonly Block[]
}

/** What stops the client, the gravest first. A block that came with an import stands on the client alone. */
export const listClientBlocks = (
  { person }: Pick<Ctx, 'person'>,
  { blockKind, blockReason, blockedAt, openBlocks }: BlockColumns,
): Block[] => {
  const isImported = blockKind !== null && openBlocks.every(({ kind }) => kind !== blockKind)
  const imported = isImported
    ? [{ kind: blockKind, reason: blockReason, since: blockedAt, byName: null, expectedEnd: null }]
    : []
  const mayKnowWhy = person.rights.may('bt_Clientes', 'approve')
  return [...openBlocks, ...imported]
    .sort((one, other) => blockKindsByGravity.indexOf(one.kind) - blockKindsByGravity.indexOf(other.kind))
    .map((block) => ({ ...block, reason: isFreezingBlock(block.kind) && !mayKnowWhy ? null : block.reason }))
}
