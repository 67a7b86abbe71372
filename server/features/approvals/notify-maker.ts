import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

type DecidedApproval = { id: string; task: string; params: Record<string, string>; madeBy: string }

/** Tells whoever made a change what became of it, in the transaction that decided it. */
export const notifyMaker = async (
  tx: Kysely<DB>,
  { id, task, params, madeBy }: DecidedApproval,
  outcome: 'approved' | 'rejected' | 'expired',
): Promise<void> => {
  const words = JSON.stringify({ ...params, task, outcome })
  await sql`select registry.notify_user(${madeBy}, 'approval.decided', ${words}::jsonb, ${`/crm/Aprobaciones/${id}`})`.execute(
    tx,
  )
}
