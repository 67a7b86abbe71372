import type { Kysely } from 'kysely'
import type { ParamsOfTask } from '#contract/approvals.ts'
import type { BankChangeKind } from '#contract/client-bank-accounts.ts'
import type { DB } from '#db/types.ts'
import { maskedNumber } from '#server/domain/masked.ts'
import { tellManagers } from '#server/domain/tell-managers.ts'

const words = { add: 'bankAdd', default: 'bankDefault', end: 'bankEnd' } as const satisfies Record<
  BankChangeKind,
  string
>

/** What the text of the task names: whose account, which, and what becomes of it. */
export const wordsOf = (kind: BankChangeKind, cvl: string, number: string): ParamsOfTask<'bankAccount'> => ({
  who: cvl,
  account: maskedNumber(number),
  change: words[kind],
})

/** Tells who looks after the client that they are paid elsewhere. */
export const tellOfChange = async (
  tx: Kysely<DB>,
  { clientId, kind, number }: { clientId: string; kind: BankChangeKind; number: string },
  makerId: string,
): Promise<void> => {
  const { cvl } = await tx.selectFrom('client').where('id', '=', clientId).select('cvl').executeTakeFirstOrThrow()
  await tellManagers(tx, [clientId], makerId, {
    kind: 'client.bankAccount',
    params: { task: 'bankAccount', ...wordsOf(kind, cvl, number) },
    linkOf: (id) => `/clientes/${id}`,
  })
}
