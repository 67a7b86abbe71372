import { type Kysely, sql } from 'kysely'
import type { BlockKind, DB } from '#db/types.ts'
import { blockKindsByGravity } from './client-open-blocks.ts'

/** Open blocks of a client, who is locked. One that came with an import has no row of its own. */
export const lockOpenBlocks = async (tx: Kysely<DB>, clientId: string) => {
  const client = await tx
    .selectFrom('client')
    .where('id', '=', clientId)
    .select(['blockKind', 'blockReason', 'blockedAt'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const rows = await tx
    .selectFrom('clientBlock')
    .where('clientId', '=', clientId)
    .where('liftedAt', 'is', null)
    .select(['id', 'kind', 'reason', 'blockedAt'])
    .execute()
  const { blockKind, blockReason, blockedAt } = client
  const isImported = blockKind !== null && rows.every(({ kind }) => kind !== blockKind)
  return [...rows, ...(isImported ? [{ id: null, kind: blockKind, reason: blockReason!, blockedAt: blockedAt }] : [])]
}

type OpenBlock = Awaited<ReturnType<typeof lockOpenBlocks>>[number]

/** Writes the gravest of these onto the client. */
const showGravestBlock = async (tx: Kysely<DB>, clientId: string, open: readonly OpenBlock[]): Promise<void> => {
  const gravest = blockKindsByGravity.flatMap((kind) => open.find((block) => block.kind === kind) ?? [])[0]
  await tx
    .updateTable('client')
    .set({
      blockKind: gravest?.kind ?? null,
      blockReason: gravest?.reason ?? null,
      blockedAt: gravest?.blockedAt ?? null,
      version: sql`version + 1`,
    })
    .where('id', '=', clientId)
    .execute()
}

type NewBlock = { clientId: string; kind: BlockKind; reason: string; expectedEnd: string | null }

/** One that came with an import gets its row, so that a graver one on the client doesn't hide it for good. */
const writeImportedBlocks = async (tx: Kysely<DB>, clientId: string, open: readonly OpenBlock[], at: string) => {
  for (const { id, kind, reason, blockedAt } of open)
    if (id === null)
      await tx
        .insertInto('clientBlock')
        .values({ clientId, kind, reason, blockedAt: blockedAt ?? at })
        .execute()
}

/** Blocks the client, who has no block of that kind and is locked. */
export const insertBlock = async (
  tx: Kysely<DB>,
  { clientId, kind, reason, expectedEnd }: NewBlock,
  open: readonly OpenBlock[],
  { userId, at }: { userId: string; at: string },
): Promise<void> => {
  await writeImportedBlocks(tx, clientId, open, at)
  const made = await tx
    .insertInto('clientBlock')
    .values({ clientId, kind, reason, expectedEnd, blockedAt: at, blockedBy: userId })
    .returning(['id', 'kind', 'reason', 'blockedAt'])
    .executeTakeFirstOrThrow()
  await showGravestBlock(tx, clientId, [...open, made])
}

/** Ends the block of that kind, which is there; the client is locked. */
export const endBlock = async (
  tx: Kysely<DB>,
  { clientId, kind, reason }: Omit<NewBlock, 'expectedEnd'>,
  open: readonly OpenBlock[],
  { userId, at }: { userId: string; at: string },
): Promise<void> => {
  await writeImportedBlocks(tx, clientId, open, at)
  await tx
    .updateTable('clientBlock')
    .set({ liftedAt: sql`greatest(${at}::timestamptz, blocked_at)`, liftedBy: userId, liftReason: reason })
    .where('clientId', '=', clientId)
    .where('kind', '=', kind)
    .where('liftedAt', 'is', null)
    .execute()
  await showGravestBlock(
    tx,
    clientId,
    open.filter((block) => block.kind !== kind),
  )
}
