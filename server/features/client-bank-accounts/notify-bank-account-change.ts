import type { Kysely } from 'kysely'
import type { ParamsOfTask } from '#contract/approvals.ts'
import type { BankAccountChangeKind } from '#contract/client-bank-accounts.ts'
import type { DB } from '#db/types.ts'
import { maskAccountNumber } from '#server/domain/mask-identifiers.ts'
import { notifyClientManagers } from '#server/domain/notify-client-managers.ts'

const changeWordKeys = { add: 'bankAdd', default: 'bankDefault', end: 'bankEnd' } as const satisfies Record<
  BankAccountChangeKind,
  string
>

/** What the text of the task names: whose account, which, and what becomes of it. */
export const buildChangeParams = (
  kind: BankAccountChangeKind,
  cvl: string,
  number: string,
): ParamsOfTask<'bankAccount'> => ({
  who: cvl,
  account: maskAccountNumber(number),
  change: changeWordKeys[kind],
})

/** Tells who looks after the client that they are paid elsewhere. */
export const notifyBankAccountChange = async (
  tx: Kysely<DB>,
  { clientId, kind, number }: { clientId: string; kind: BankAccountChangeKind; number: string },
  makerId: string,
): Promise<void> => {
  const { cvl } = await tx.selectFrom('client').where('id', '=', clientId).select('cvl').executeTakeFirstOrThrow()
  await notifyClientManagers(tx, [clientId], makerId, {
    kind: 'client.bankAccount',
    params: { task: 'bankAccount', ...buildChangeParams(kind, cvl, number) },
    linkOf: (id) => `/clientes/${id}`,
  })
}
