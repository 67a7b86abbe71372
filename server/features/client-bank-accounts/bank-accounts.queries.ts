import { sql } from 'kysely'
import type { getBankAccounts } from '#contract/client-bank-accounts.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import { bankNameOf } from '#rules/bank-names.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { maskedNumber } from '#server/domain/masked.ts'
import { bankAccountOf, heldUntil } from '#server/domain/payment-waits.ts'
import { holdsClient, seesNumbers } from '#server/domain/sees-numbers.ts'
import { visibleClients } from '#server/domain/visibility.ts'
import { sharingOf } from './doubts.ts'

/** How often the client's bank accounts were changed. */
export const versionOf = (clientId: string) =>
  sql<number>`(select count(*)::int from client_bank_change v where v.client_id = ${clientId} and v.state = 'done')`

/** Those that were here before anybody noted when carry this moment. */
const always = '2000-01-01Z'

const accountsOf = (ctx: Ctx, clientId: string, now: number) =>
  ctx.db
    .selectFrom('clientBankAccount as k')
    .where('k.clientId', '=', clientId)
    .select(['k.id', 'k.number', 'k.holder', 'k.isPayout', 'k.isDefault', 'k.endedAt'])
    .select([
      sql<string | null>`nullif(k.known_since, ${always})`.as('knownSince'),
      heldUntil(now).as('heldUntil'),
      sql<boolean>`is_bank_number(k.number, ${tenantFacts[ctx.prefix].country === 'MX'})`.as('isValid'),
      sql<{ payments: number; amount: string }>`(
        select json_build_object('payments', count(*), 'amount', coalesce(sum(o.amount), 0)::numeric(18, 2)::text)
          from payment_order o where o.client_id = k.client_id and o.state in ('requested', 'approved', 'in_batch') and ${bankAccountOf} = k.id)`.as(
        'waiting',
      ),
      sharingOf(ctx, sql`k.number`, sql`k.client_id`).as('sharing'),
    ])
    .orderBy('k.endedAt', (order) => order.desc().nullsFirst())
    .orderBy('k.isDefault', 'desc')
    .orderBy('k.id')
    .execute()

const pendingOf = (ctx: Ctx, clientId: string, now: number) =>
  ctx.db
    .selectFrom('clientBankChange as b')
    .innerJoin('approval as p', 'p.id', 'b.approvalId')
    .leftJoin('clientBankAccount as heir', 'heir.id', 'b.takesOverId')
    .where('b.clientId', '=', clientId)
    .where('b.state', '=', 'asked')
    .where('p.state', '=', 'pending')
    .where('p.expiresAt', '>', new Date(now).toISOString())
    .select(['b.id', 'b.kind', 'b.number', 'b.holder', 'b.makesDefault', 'b.otherHolder', 'b.askedAt'])
    .select([
      'heir.number as takesOver',
      'p.id as approvalId',
      sql<
        string | null
      >`(select n.full_name from registry.people_named(array[b.asked_by]) n where n.user_id = b.asked_by)`.as(
        'askerName',
      ),
      sharingOf(ctx, sql`b.number`, sql`b.client_id`).as('sharing'),
    ])
    .orderBy('b.id')
    .execute()

/** Where a visible client is paid, and what of it waits for a second person; 404 otherwise. */
export const findBankAccounts = async (
  ctx: Ctx,
  { params: { clientId } }: Parsed<typeof getBankAccounts>,
  { serving }: Raw,
): Promise<Answer<typeof getBankAccounts>> => {
  const own = sql<string>`${clientId}::bigint`
  const client = await visibleClients(ctx)
    .where('c.clientId', '=', clientId)
    .select([
      versionOf(clientId).as('version'),
      seesNumbers(ctx, own).as('whole'),
      holdsClient(ctx, ['bt_Clientes', 'edit'], own).as('mayEdit'),
    ])
    .executeTakeFirst()
  if (!client) throw refuse('notFound')
  const now = serving.clock()
  const [accounts, pending] = await Promise.all([accountsOf(ctx, clientId, now), pendingOf(ctx, clientId, now)])
  const shown = (number: string): string => (client.whole ? number : maskedNumber(number))
  return {
    version: client.version,
    mayChange: client.mayEdit && ctx.person.actingCvl === null,
    accounts: accounts.map((account) => ({
      ...account,
      number: shown(account.number),
      bank: bankNameOf(account.number),
    })),
    pending: pending.map((change) => ({
      ...change,
      number: shown(change.number),
      takesOver: change.takesOver && shown(change.takesOver),
    })),
  }
}
